//! An impl block whose signatures are parsed and whose bodies are passed through as written.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::{
    Attribute, Generics, ImplItem, Path, Signature, Token, Type, Visibility, braced,
    parse::{Parse, ParseStream, discouraged::Speculative},
    token,
};

/// `impl<…> Type where … { … }`, or an impl of a trait.
pub(crate) struct Impl {
    pub(crate) attributes: Vec<Attribute>,
    unsafety: Option<Token![unsafe]>,
    pub(crate) impl_token: Token![impl],
    pub(crate) generics: Generics,
    /// The trait, where this is an impl of one.
    pub(crate) of_trait: Option<(TokenStream, Token![for])>,
    pub(crate) self_type: Type,
    braces: token::Brace,
    inner_attributes: Vec<Attribute>,
    pub(crate) items: Vec<Item>,
}

/// One item of the block.
pub(crate) enum Item {
    Method(Box<Method>),
    /// A function whose signature is unfinished, or newer than syn.
    Unreadable(Unreadable),
    /// A constant, a type or a macro call.
    Other(Box<ImplItem>),
}

/// A function of the block; its body is none of the macro's business.
pub(crate) struct Method {
    pub(crate) attributes: Vec<Attribute>,
    visibility: Visibility,
    pub(crate) signature: Signature,
    body: TokenStream,
}

/// A function that is given back as it came.
pub(crate) struct Unreadable {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) error: syn::Error,
    tokens: TokenStream,
}

impl Parse for Impl {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let unsafety = input.parse()?;
        let impl_token = input.parse()?;
        let mut generics: Generics = if input.peek(Token![<]) && !input.peek2(Token![<]) {
            input.parse()?
        } else {
            Generics::default()
        };
        let (of_trait, self_type) = header(input)?;
        generics.where_clause = input.parse()?;
        let content;
        let braces = braced!(content in input);
        let inner_attributes = content.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        Ok(Self {
            attributes,
            unsafety,
            impl_token,
            generics,
            of_trait,
            self_type,
            braces,
            inner_attributes,
            items,
        })
    }
}

type OfTrait = Option<(TokenStream, Token![for])>;

/// `Type` or `Trait for Type`.
fn header(input: ParseStream<'_>) -> syn::Result<(OfTrait, Type)> {
    let negative: Option<Token![!]> = input.parse()?;
    let first: Type = input.parse()?;
    let Some(for_token) = input.parse()? else {
        return Ok((None, first));
    };
    let mut of_trait = negative.into_token_stream();
    first.to_tokens(&mut of_trait);
    Ok((Some((of_trait, for_token)), input.parse()?))
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<Visibility>()?;
        if !starts_function(&ahead) {
            return Ok(Self::Other(input.parse()?));
        }
        let attributes = input.call(Attribute::parse_outer)?;
        let ahead = input.fork();
        match method(&ahead, attributes.clone()) {
            Ok(method) => {
                input.advance_to(&ahead);
                Ok(Self::Method(Box::new(method)))
            }
            Err(error) => {
                Ok(Self::Unreadable(Unreadable { attributes, error, tokens: through_body(input)? }))
            }
        }
    }
}

fn method(input: ParseStream<'_>, attributes: Vec<Attribute>) -> syn::Result<Method> {
    Ok(Method { attributes, visibility: input.parse()?, signature: input.parse()?, body: body(input)? })
}

/// Everything up to the next pair of braces or semicolon, and that.
fn through_body(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() {
        let last = input.peek(token::Brace) || input.peek(Token![;]);
        tokens.append(input.parse::<TokenTree>()?);
        if last {
            break;
        }
    }
    Ok(tokens)
}

fn starts_function(ahead: ParseStream<'_>) -> bool {
    ahead.peek(Token![fn])
        || ahead.peek(Token![async])
        || ahead.peek(Token![unsafe])
        || ahead.peek(Token![extern])
        || (ahead.peek(Token![const])
            && (ahead.peek2(Token![fn])
                || ahead.peek2(Token![async])
                || ahead.peek2(Token![unsafe])
                || ahead.peek2(Token![extern])))
}

/// `{ … }` or, as in an unfinished line, `;`.
fn body(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    input.step(|cursor| match cursor.token_tree() {
        Some((tree, rest)) => Ok((tree.into(), rest)),
        None => Err(cursor.error("expected a function's body")),
    })
}

impl ToTokens for Impl {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attributes);
        self.unsafety.to_tokens(tokens);
        self.impl_token.to_tokens(tokens);
        self.generics.to_tokens(tokens);
        if let Some((of_trait, for_token)) = &self.of_trait {
            of_trait.to_tokens(tokens);
            for_token.to_tokens(tokens);
        }
        self.self_type.to_tokens(tokens);
        self.generics.where_clause.to_tokens(tokens);
        self.braces.surround(tokens, |tokens| {
            tokens.append_all(&self.inner_attributes);
            tokens.append_all(&self.items);
        });
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Method(method) => method.to_tokens(tokens),
            Self::Unreadable(function) => {
                tokens.append_all(&function.attributes);
                tokens.extend(function.tokens.clone());
            }
            Self::Other(item) => item.to_tokens(tokens),
        }
    }
}

impl ToTokens for Method {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attributes);
        self.visibility.to_tokens(tokens);
        self.signature.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}

/// Whether `path` names the macro `name`, however it is qualified.
pub(crate) fn is_macro(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == name)
}
