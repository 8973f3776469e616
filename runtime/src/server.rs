//! rmcp's `ServerHandler`: each method a few lines over the active set.

use std::sync::Arc;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, DiscoverResult,
        Implementation, InitializeRequestParams, InitializeResult, ListToolsResult, PaginatedRequestParams,
        ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
};
use serde_json::Value;
use tracing::Instrument;

use crate::{
    catalog::call::Call, decisions::Resolved, deployment::Deployment, quoted,
    toolsets_answer::ToolsetsAnswer, toolsets_tool::HowToSelect, views::Found,
};

/// A deployment as one client sees it: with sessions for as long as the session, else for a request.
#[derive(Clone, Debug)]
pub(crate) struct Handler {
    deployment: Deployment,
    resolved: Arc<Resolved>,
    how_to_select: HowToSelect,
}

impl Handler {
    pub(crate) fn new(deployment: Deployment, resolved: Arc<Resolved>, how_to_select: HowToSelect) -> Self {
        Self { deployment, resolved, how_to_select }
    }

    fn instructions(&self) -> Option<String> {
        self.deployment.view(self.resolved.active).instructions.clone()
    }

    fn find(&self, name: &str) -> Option<Found<'_>> {
        self.deployment.views().find(self.resolved.active, name)
    }

    /// The `/toolsets` answer and how to select, as text and as structured content.
    fn list_server_toolsets(&self) -> Result<CallToolResult, ErrorData> {
        let answer = ToolsetsAnswer::new(self.deployment.decisions(), &self.resolved).for_a_model();
        let mut answer = serde_json::to_value(answer)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        if let Value::Object(fields) = &mut answer {
            fields.insert("how_to_select".into(), self.how_to_select.text().into());
        }
        let mut result = CallToolResult::success(vec![ContentBlock::text(answer.to_string())]);
        result.structured_content = Some(answer);
        Ok(result)
    }
}

impl ServerHandler for Handler {
    /// Without the instructions: rmcp asks for this on every request without a session.
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(implementation(&self.deployment))
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let mut result = self.negotiate_initialize(&request)?;
        result.instructions = self.instructions();
        Ok(result)
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let mut info = self.get_info();
        info.instructions = self.instructions();
        let (ttl_ms, scope) = self.deployment.cache().on_the_wire();
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, info).with_ttl_ms(ttl_ms).with_cache_scope(scope))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // Everything is on the first page, so no cursor was ever handed out.
        if request.is_some_and(|request| request.cursor.is_some()) {
            return Err(ErrorData::invalid_params("Invalid cursor", None));
        }
        let view = self.deployment.view(self.resolved.active);
        let (ttl_ms, scope) = self.deployment.cache().on_the_wire();
        let list = ListToolsResult { tools: view.tools.clone(), ..Default::default() };
        Ok(list.with_ttl_ms(ttl_ms).with_cache_scope(scope))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.find(name).map(|found| match found {
            Found::Tool(described) => described.tool.clone(),
            Found::Toolsets(tool) => tool.clone(),
        })
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match self.find(&request.name) {
            Some(Found::Tool(described)) => {
                let (extension, index) = described.entry.address();
                let span = tracing::info_span!("call", tool = described.entry.declared.name, active = ?self.resolved.active);
                let _in_flight = self.deployment.calls().start();
                context.extensions.insert(self.resolved.active);
                let call = Call { request, context };
                self.deployment.server().call(extension, index, call).instrument(span).await
            }
            Some(Found::Toolsets(_)) => self.list_server_toolsets().map(Into::into),
            None => Err(unknown_tool(&request.name)),
        }
    }
}

/// The one answer to a tool that is withheld and to one that never was.
fn unknown_tool(name: &str) -> ErrorData {
    ErrorData::invalid_params(format!("Unknown tool: {}", quoted::cut(name)), None)
}

fn implementation(deployment: &Deployment) -> Implementation {
    let identity = deployment.catalog().identity();
    let mut implementation = Implementation::new(identity.name, identity.version);
    implementation.title = identity.title.map(Into::into);
    implementation.description = identity.description.map(Into::into);
    implementation.website_url = identity.website_url.map(Into::into);
    implementation.icons = identity.icons.map(|icons| icons());
    implementation
}
