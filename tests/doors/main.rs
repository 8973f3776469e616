//! A server of four toolsets with one component of every kind each; whatever runs says so in the log.

use std::process::ExitCode;

use pegboard::prelude::*;
use serde::Deserialize;

/// What a prompt takes.
#[derive(Deserialize, JsonSchema)]
struct Wish {
    wish: Option<String>,
}

fn ran(what: &str) {
    tracing::info!(target: "doors", "ran {what}");
}

macro_rules! toolsets {
    ($($type:ident $field:ident $name:literal $always:literal $tool:ident $prompt:ident $prompt_name:literal
        $fixed:literal $template:literal $text:literal;)*) => {
        $(
            struct $type;

            /// One of four.
            #[toolset(name = $name, always = $always, instructions = $text)]
            impl $type {
                /// A tool.
                #[tool]
                fn $tool(updates: Updates) -> String {
                    ran(concat!($name, " tool"));
                    updates.updated($fixed);
                    updates.updated(&$template.replace("{id}", "7"));
                    $name.into()
                }

                /// A prompt.
                #[prompt]
                fn $prompt(Parameters(Wish { wish }): Parameters<Wish>) -> String {
                    ran(concat!($name, " prompt"));
                    wish.unwrap_or_else(|| $name.to_owned())
                }

                /// A resource.
                #[resource(uri = $fixed, subscribe)]
                fn fixed() -> &'static str {
                    ran(concat!($name, " resource"));
                    $name
                }

                /// A template.
                #[resource(uri_template = $template, subscribe)]
                fn item(id: u32) -> String {
                    ran(concat!($name, " template"));
                    id.to_string()
                }

                #[complete(prompt = $prompt_name, argument = "wish")]
                fn wishes(typed: Typed) -> Vec<String> {
                    ran(concat!($name, " completion of its prompt"));
                    vec![typed.value]
                }

                #[complete(resource = $template, variable = "id")]
                fn ids(typed: Typed) -> Vec<String> {
                    ran(concat!($name, " completion of its template"));
                    vec![typed.value]
                }
            }
        )*

        #[derive(Server)]
        #[server(name = "doors")]
        struct Doors {
            $($field: $type,)*
        }

        fn connect() -> Doors {
            Doors { $($field: $type,)* }
        }
    };
}

toolsets! {
    Alpha alpha "alpha" false alpha_tool alpha_prompt "alpha_prompt" "alpha://fixed" "alpha://item/{id}"
        "{alpha_tool} {prompt:alpha_prompt} {alpha://fixed} {alpha://item/{id}} and {beta_tool}";
    Beta beta "beta" false beta_tool beta_prompt "beta_prompt" "beta://fixed" "beta://item/{id}"
        "{beta_tool} {prompt:beta_prompt} {beta://fixed} {beta://item/{id}}, more in {toolset:gamma}";
    Gamma gamma "gamma" false gamma_tool gamma_prompt "gamma_prompt" "gamma://fixed" "gamma://item/{id}"
        "{gamma_tool} {prompt:gamma_prompt} {gamma://fixed} {gamma://item/{id}}";
    Delta delta "delta" true delta_tool delta_prompt "delta_prompt" "delta://fixed" "delta://item/{id}"
        "{delta_tool} {prompt:delta_prompt} {delta://fixed} {delta://item/{id}}";
}

#[tokio::main]
async fn main() -> ExitCode {
    pegboard::cli::command(connect).publish_variable("DOORS_TOOLSETS").run().await
}
