//! A component as clients see it, made once from its constants.

use std::sync::Arc;

use rmcp::{
    handler::server::common::schema_for_empty_input,
    model::{MetaObject, Prompt, PromptArgument, Resource, ResourceTemplate, Tool, ToolAnnotations},
};
use serde_json::Value;

use super::{
    Entry, nearest,
    schema::{InputSchema, Schema},
    table::{About, Completion, Component, Hints},
};

/// The `_meta` key under which each component says its toolset.
pub(crate) const TOOLSET_META: &str = "pegboard/toolset";

/// What of a component only its types can say, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaFault {
    /// Arguments that no JSON object can carry.
    #[error(
        "{kind} `{name}` takes `{arguments}`, and MCP wants arguments that are one object: take a struct with a field of that type ({reason})"
    )]
    NoObject {
        /// The kind of component.
        kind: &'static str,
        /// Its name.
        name: &'static str,
        /// The type of its arguments.
        arguments: &'static str,
        /// What rmcp says of the schema.
        reason: String,
    },
    /// A prompt's argument that is no text, and clients fill in text alone.
    #[error(
        "prompt `{prompt}` takes `{argument}` as something other than text, and clients fill in text alone: make it a `String`, and parse it"
    )]
    NoText {
        /// The prompt.
        prompt: &'static str,
        /// The argument.
        argument: String,
    },
    /// A completion of an argument that the prompt does not have.
    #[error("a completion is for argument `{argument}` of prompt `{prompt}`, which has no such argument{}", meant(.nearest.as_deref()))]
    NoSuchArgument {
        /// The prompt.
        prompt: &'static str,
        /// The argument.
        argument: &'static str,
        /// The argument that was perhaps meant.
        nearest: Option<String>,
    },
    /// Two functions that complete one argument, as where both of a pair under `cfg` were compiled.
    #[error("`{argument}` of {kind} `{name}` is completed by two functions; keep one")]
    CompletedTwice {
        /// The kind of component.
        kind: &'static str,
        /// Its name.
        name: &'static str,
        /// The argument or variable.
        argument: &'static str,
    },
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |nearest| format!("; did you mean `{nearest}`?"))
}

/// A component as it is listed.
#[derive(Clone, Debug)]
pub(crate) enum Described {
    Tool(Tool),
    Prompt(Prompt),
    Resource(Resource),
    Template(ResourceTemplate),
}

impl Described {
    /// The same with the description that an active set shows.
    pub(crate) fn set_description(&mut self, description: Option<String>) {
        match self {
            Self::Tool(tool) => tool.description = description.map(Into::into),
            Self::Prompt(prompt) => prompt.description = description,
            Self::Resource(resource) => resource.description = description,
            Self::Template(template) => template.description = description,
        }
    }
}

impl Entry {
    /// The component as it is listed, with its toolset in `_meta`.
    pub(crate) fn describe(self, toolset: &'static str) -> Result<Described, Vec<SchemaFault>> {
        let declared = self.declared;
        check_completions(declared)?;
        let title = declared.title.map(Into::into);
        let icons = declared.icons.map(|icons| icons());
        let mut meta = declared.meta.map_or_else(MetaObject::new, |meta| meta());
        meta.0.insert(TOOLSET_META.into(), toolset.into());
        let description = declared.description.plain.to_owned();
        Ok(match &declared.about {
            About::Tool { hints, inputs, output, .. } => {
                let input = input(declared, inputs).map_err(|fault| vec![fault])?;
                let input = input.unwrap_or_else(|| Arc::clone(&schema_for_empty_input()));
                let mut tool = Tool::new(declared.name, description, input);
                tool.title = declared.title.map(Into::into);
                tool.output_schema = output();
                tool.annotations = hints.annotations();
                tool.icons = icons;
                tool.meta = Some(meta);
                Described::Tool(tool)
            }
            About::Prompt { inputs, completions } => {
                let input = input(declared, inputs).map_err(|fault| vec![fault])?;
                let arguments = arguments(declared.name, input.as_deref(), completions)?;
                let arguments = (!arguments.is_empty()).then_some(arguments);
                let mut prompt = Prompt::new(declared.name, Some(description), arguments);
                prompt.title = title;
                prompt.icons = icons;
                prompt.meta = Some(meta);
                Described::Prompt(prompt)
            }
            About::Resource { readable, size } => {
                let mut resource = Resource::new(declared.name, readable.name).with_description(description);
                resource.title = title;
                resource.mime_type = readable.mime_type.map(Into::into);
                resource.annotations = readable.annotations.map(|annotations| annotations());
                resource.size = *size;
                resource.icons = icons;
                Described::Resource(resource.with_meta(meta))
            }
            About::Template { readable, .. } => {
                let template = ResourceTemplate::new(declared.name, readable.name);
                let mut template = template.with_description(description);
                template.title = title;
                template.mime_type = readable.mime_type.map(Into::into);
                template.annotations = readable.annotations.map(|annotations| annotations());
                template.icons = icons;
                Described::Template(template.with_meta(meta))
            }
        })
    }
}

fn check_completions(component: &Component) -> Result<(), Vec<SchemaFault>> {
    let (About::Prompt { completions, .. } | About::Template { completions, .. }) = &component.about else {
        return Ok(());
    };
    let twice = completions.iter().enumerate().filter(|(at, completion)| {
        completions[..*at].iter().any(|earlier| earlier.argument == completion.argument)
    });
    let faults: Vec<SchemaFault> = twice
        .map(|(_, completion)| SchemaFault::CompletedTwice {
            kind: component.kind().noun(),
            name: component.name,
            argument: completion.argument,
        })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// The schema of what the function takes, if it takes anything.
fn input(component: &Component, inputs: &[InputSchema]) -> Result<Option<Schema>, SchemaFault> {
    let known = inputs.iter().find_map(|schema| schema());
    known.transpose().map_err(|(arguments, reason)| SchemaFault::NoObject {
        kind: component.kind().noun(),
        name: component.name,
        arguments,
        reason,
    })
}

/// The arguments of a prompt, by the schema of the struct that holds them.
fn arguments(
    prompt: &'static str,
    schema: Option<&rmcp::model::JsonObject>,
    completions: &[Completion],
) -> Result<Vec<PromptArgument>, Vec<SchemaFault>> {
    let none = serde_json::Map::new();
    let properties = schema.and_then(|schema| schema.get("properties")?.as_object()).unwrap_or(&none);
    let required = schema.and_then(|schema| schema.get("required")?.as_array());
    let mut faults = Vec::new();
    let mut arguments = Vec::new();
    for (name, property) in properties {
        if !may_be_text(property) {
            faults.push(SchemaFault::NoText { prompt, argument: name.clone() });
        }
        let text = |key: &str| property.get(key).and_then(Value::as_str).map(str::to_owned);
        let mut argument = PromptArgument::new(name.as_str());
        argument.title = text("title");
        argument.description = text("description");
        argument.required = Some(required.is_some_and(|required| required.iter().any(|other| other == name)));
        arguments.push(argument);
    }
    for Completion { argument, .. } in completions {
        if !properties.contains_key(*argument) {
            let nearest = nearest(argument, properties.keys().map(String::as_str)).map(str::to_owned);
            faults.push(SchemaFault::NoSuchArgument { prompt, argument, nearest });
        }
    }
    if faults.is_empty() { Ok(arguments) } else { Err(faults) }
}

/// Whether a property takes a string, as far as its schema says by itself.
fn may_be_text(property: &Value) -> bool {
    match property.get("type") {
        Some(Value::String(of)) => of == "string",
        Some(Value::Array(of)) => of.iter().any(|of| of == "string"),
        _ => true,
    }
}

impl Hints {
    /// Absent where no hint was written.
    fn annotations(&self) -> Option<ToolAnnotations> {
        let written = [self.read_only, self.destructive, self.idempotent, self.open_world];
        written.iter().any(Option::is_some).then(|| {
            ToolAnnotations::from_raw(
                None,
                self.read_only,
                self.destructive,
                self.idempotent,
                self.open_world,
            )
        })
    }
}
