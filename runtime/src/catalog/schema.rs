//! What the types of a tool's signature say about its schemas.

use std::{marker::PhantomData, sync::Arc};

use rmcp::{
    Json,
    handler::server::{
        common::{schema_for_input, schema_for_output},
        wrapper::Parameters,
    },
    model::JsonObject,
    schemars::JsonSchema,
};

/// A JSON Schema of an object.
pub(crate) type Schema = Arc<JsonObject>;

/// What one argument knows of the input's schema: nothing, a schema, or why there can be none.
pub(crate) type InputSchema = fn() -> Option<Result<Schema, NoObject>>;

/// A type that is no object, and what rmcp says of it.
type NoObject = (&'static str, String);

/// What a return type knows of the output's schema.
pub(crate) type OutputSchema = fn() -> Option<Schema>;

/// Asks an argument's type for a schema.
///
/// `Input::<T>::schema` is the inherent function where `T` is `Parameters<…>`, also behind a type
/// alias, and that of [`NoInput`] for every other extractor.
#[derive(Debug)]
pub struct Input<T>(PhantomData<T>);

impl<T> Input<Parameters<T>> {
    /// The schema of the arguments.
    pub fn schema() -> Option<Result<Schema, NoObject>>
    where
        T: Described,
    {
        described::<T>()
    }
}

/// The schema of `Parameters<T>`.
pub fn described<T: Described>() -> Option<Result<Schema, NoObject>> {
    Some(T::schema())
}

/// Arguments that a model can be told of: whatever has a JSON Schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no JSON Schema, so no model could know what to send",
    label = "not described",
    note = "write `#[derive(JsonSchema)]` on `{Self}`"
)]
pub trait Described {
    /// The schema of an object, or why there is none.
    #[doc(hidden)]
    fn schema() -> Result<Schema, (&'static str, String)>;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + 'static> Described for T {
    fn schema() -> Result<Schema, (&'static str, String)> {
        schema_for_input::<T>().map_err(|reason| (std::any::type_name::<T>(), reason))
    }
}

/// An argument that does not come from the caller.
pub trait NoInput {
    /// None.
    fn schema() -> Option<Result<Schema, NoObject>>;
}

impl<T> NoInput for Input<T> {
    fn schema() -> Option<Result<Schema, NoObject>> {
        None
    }
}

/// Asks a return type for a schema, in the same way.
#[derive(Debug)]
pub struct Output<T>(PhantomData<T>);

impl<T: JsonSchema + 'static> Output<Json<T>> {
    /// The schema of the structured content.
    pub fn schema() -> Option<Schema> {
        Some(schema_for_output::<T>())
    }
}

impl<T: JsonSchema + 'static, E> Output<Result<Json<T>, E>> {
    /// The schema of the structured content of a success.
    pub fn schema() -> Option<Schema> {
        Some(schema_for_output::<T>())
    }
}

/// A result without structured content.
pub trait NoOutput {
    /// None.
    fn schema() -> Option<Schema>;
}

impl<T> NoOutput for Output<T> {
    fn schema() -> Option<Schema> {
        None
    }
}
