"""An agent of Pydantic AI. What it lists as tools is what its model is offered, and its model calls them."""

import contextlib
import runpy

from conversation import drive, name
from pydantic_ai import Agent
from pydantic_ai.exceptions import ModelRetry
from pydantic_ai.mcp import MCPError
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel


class PydanticAi:
    refusals = (MCPError, ModelRetry)

    def __init__(self, toolset):
        self.toolset = toolset
        self.instructions = toolset.instructions
        self.offered = []

    async def run(self, *calls):
        """Runs an agent whose model makes these calls and is then done; gives what came back of them."""
        steps = iter([list(calls), []])

        def model(_messages, info):
            self.offered = [tool.name for tool in info.function_tools]
            return ModelResponse(parts=next(steps) or [TextPart("done")])

        result = await Agent(FunctionModel(model), toolsets=[self.toolset]).run("Go on.")
        parts = [part for message in result.all_messages() for part in message.parts]
        return [part.content for part in parts if isinstance(part, ToolReturnPart)]

    async def names(self, kind):
        match kind:
            case "tools":
                await self.run()
                return self.offered
            case "prompts":
                components = await self.toolset.list_prompts()
            case "resources":
                components = await self.toolset.list_resources()
            case "templates":
                components = await self.toolset.list_resource_templates()
        return [name(component) for component in components]

    async def ask(self, kind, name, arguments):
        match kind:
            case "tool" if name in self.offered:
                [content] = await self.run(ToolCallPart(name, arguments))
                return content
            case "tool":
                # The agent refuses by itself what its model was not offered; this asks the server all the same.
                return await self.toolset.direct_call_tool(name, arguments)
            case "resource":
                return await self.toolset.read_resource(name)
            case "prompt":
                result = await self.toolset.get_prompt(name, arguments)
                return [(message.role, message.content.content) for message in result.messages]

    def refused(self, refusal):
        if isinstance(refusal, ModelRetry):
            return refusal.message
        error = {"code": refusal.code, "message": refusal.message, "data": refusal.data}
        return {key: value for key, value in error.items() if value is not None}


@contextlib.asynccontextmanager
async def connect(snippet, lifecycle):
    async with runpy.run_path(snippet)[lifecycle] as toolset:
        yield PydanticAi(toolset)


drive(connect)
