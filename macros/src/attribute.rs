//! The keys of an attribute: each read by its kind, and every mistake among them told.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Expr, Ident, LitBool, LitInt, LitStr, Meta, Path, Token, Type,
    ext::IdentExt,
    parse::{ParseStream, Parser, discouraged::Speculative},
    spanned::Spanned,
};

use crate::{errors::Errors, names::nearest, passage::Written};

/// What a key takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `key = "…"`
    Text,
    /// `key = "…"`, as often as wanted
    Texts,
    /// `key`, `key = true` or `key = false`
    Flag,
    /// `key = 1`
    Number,
    /// `key`
    Word,
    /// `key = expression`
    Expr,
    /// `key = Type`
    Type,
    /// `key = path`
    Path,
}

/// An attribute's name as people write it, and the keys that it takes.
pub(crate) struct Grammar {
    pub(crate) attribute: &'static str,
    pub(crate) keys: &'static [(&'static str, Kind)],
}

/// A flag that was written, and where.
#[derive(Clone, Copy)]
pub(crate) struct Flag {
    pub(crate) value: bool,
    pub(crate) at: Span,
}

/// What was written for a key.
enum Value {
    Text(LitStr),
    Flag(Flag),
    Number(LitInt),
    Expr(Box<Expr>),
    Type(Box<Type>),
    Path(Path),
}

/// The keys that could be read.
#[derive(Default)]
pub(crate) struct Keys {
    read: Vec<(&'static str, Value)>,
    /// Whether all of them could.
    pub(crate) whole: bool,
}

impl Keys {
    /// Reads what stands in the parentheses; what is wrong there is told and left out.
    pub(crate) fn read(tokens: TokenStream, grammar: &Grammar, errors: &mut Errors) -> Self {
        let mut mistakes = Errors::default();
        let mut keys = Self::default();
        let parser = |input: ParseStream<'_>| {
            keys.read_all(input, grammar, &mut mistakes);
            Ok(())
        };
        if let Err(error) = parser.parse2(tokens) {
            mistakes.push(error);
        }
        keys.whole = mistakes.is_empty();
        errors.append(mistakes);
        keys
    }

    /// The same for an attribute with or without parentheses.
    pub(crate) fn of(meta: &Meta, grammar: &Grammar, errors: &mut Errors) -> Self {
        match meta {
            Meta::Path(_) => Self { read: Vec::new(), whole: true },
            Meta::List(list) => Self::read(list.tokens.clone(), grammar, errors),
            Meta::NameValue(pair) => {
                let attribute = grammar.attribute;
                errors.add(
                    pair.eq_token.span,
                    format!("`#[{attribute}]` takes its keys in parentheses; write `#[{attribute}(…)]`"),
                );
                Self::default()
            }
        }
    }

    fn read_all(&mut self, input: ParseStream<'_>, grammar: &Grammar, errors: &mut Errors) {
        while !input.is_empty() {
            if !self.read_one(input, grammar, errors) {
                skip_to_comma(input);
            }
            if input.parse::<Option<Token![,]>>().is_err() {
                return;
            }
        }
    }

    /// Reads `key` or `key = value`; `false` where the rest up to the comma could not be read.
    fn read_one(&mut self, input: ParseStream<'_>, grammar: &Grammar, errors: &mut Errors) -> bool {
        let attribute = grammar.attribute;
        let Ok(key) = input.call(Ident::parse_any) else {
            let example = grammar.keys[0].0;
            errors.add(
                input.span(),
                format!("`#[{attribute}]` takes keys such as `{example} = …`; write one here"),
            );
            return false;
        };
        let name = key.unraw().to_string();
        let Some((known, kind)) = grammar.keys.iter().find(|(known, _)| *known == name) else {
            let keys = || grammar.keys.iter().map(|(known, _)| *known);
            let help = match nearest(&name, keys()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "it takes {}",
                    keys().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
                ),
            };
            errors.add(key.span(), format!("`#[{attribute}]` has no key `{name}`; {help}"));
            return false;
        };
        if *kind != Kind::Texts && self.read.iter().any(|(earlier, _)| earlier == known) {
            errors.add(key.span(), format!("`{name}` is said twice in this `#[{attribute}]`; keep one"));
            return false;
        }
        match value(input, &key, *kind) {
            Ok(value) => {
                self.read.push((known, value));
                true
            }
            Err(at) => {
                let mut rest = TokenStream::new();
                while !input.is_empty() && !input.peek(Token![,]) {
                    match input.parse::<TokenTree>() {
                        Ok(tree) => rest.extend([tree]),
                        Err(_) => break,
                    }
                }
                let message = format!("`{name}` takes {}", kind.wants(known));
                if rest.is_empty() {
                    errors.add(at, message);
                } else {
                    errors.push(syn::Error::new_spanned(rest, message));
                }
                true
            }
        }
    }

    fn take(&mut self, key: &str) -> Option<Value> {
        let at = self.read.iter().position(|(known, _)| *known == key)?;
        Some(self.read.remove(at).1)
    }

    /// `instructions = "…"` and `instructions_file = "…"`, in the order in which they were written.
    pub(crate) fn instructions(&self) -> Vec<Written> {
        let written = |(key, value): &(&str, Value)| match (*key, value) {
            ("instructions", Value::Text(text)) => Some(Written::Here(text.clone())),
            ("instructions_file", Value::Text(path)) => Some(Written::InFile(path.clone())),
            _ => None,
        };
        self.read.iter().filter_map(written).collect()
    }

    pub(crate) fn text(&mut self, key: &str) -> Option<LitStr> {
        match self.take(key) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn flag(&mut self, key: &str) -> Option<Flag> {
        match self.take(key) {
            Some(Value::Flag(flag)) => Some(flag),
            _ => None,
        }
    }

    pub(crate) fn number(&mut self, key: &str) -> Option<LitInt> {
        match self.take(key) {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn expr(&mut self, key: &str) -> Option<Expr> {
        match self.take(key) {
            Some(Value::Expr(expr)) => Some(*expr),
            _ => None,
        }
    }

    pub(crate) fn ty(&mut self, key: &str) -> Option<Type> {
        match self.take(key) {
            Some(Value::Type(ty)) => Some(*ty),
            _ => None,
        }
    }

    pub(crate) fn path(&mut self, key: &str) -> Option<Path> {
        match self.take(key) {
            Some(Value::Path(path)) => Some(path),
            _ => None,
        }
    }
}

impl Kind {
    /// What a key of this kind takes, as the end of a sentence.
    fn wants(self, key: &str) -> String {
        match self {
            Self::Text | Self::Texts => format!(
                "a string literal, since it is read before constants and macros are; write the text itself, as in `{key} = \"…\"`"
            ),
            Self::Flag => format!("`true`, `false` or no value; write `{key}` or `{key} = false`"),
            Self::Number => format!("a number; write it in digits, as in `{key} = 4096`"),
            Self::Word => format!("no value; write `{key}`"),
            Self::Expr => format!("an expression; write `{key} = …`"),
            Self::Type => format!("a type; write `{key} = Type`"),
            Self::Path => format!("a path; write `{key} = ::path`"),
        }
    }
}

/// Reads what follows a key, all of it; otherwise the token to blame.
fn value(input: ParseStream<'_>, key: &Ident, kind: Kind) -> Result<Value, Span> {
    let ends = |input: ParseStream<'_>| input.is_empty() || input.peek(Token![,]);
    if ends(input) {
        return match kind {
            Kind::Flag | Kind::Word => Ok(Value::Flag(Flag { value: true, at: key.span() })),
            _ => Err(key.span()),
        };
    }
    let equals: Token![=] = input.parse().map_err(|_| input.span())?;
    if ends(input) {
        return Err(equals.span());
    }
    let at = input.span();
    let ahead = input.fork();
    let value = match kind {
        Kind::Text | Kind::Texts => ahead.parse().map(Value::Text),
        Kind::Flag => {
            ahead.parse().map(|literal: LitBool| Value::Flag(Flag { value: literal.value, at: key.span() }))
        }
        Kind::Number => ahead.parse().map(Value::Number),
        Kind::Word => return Err(at),
        Kind::Expr => ahead.parse().map(|expr| Value::Expr(Box::new(expr))),
        Kind::Type => ahead.parse().map(|ty| Value::Type(Box::new(ty))),
        Kind::Path => ahead.parse().map(Value::Path),
    };
    match value {
        Ok(value) if ends(&ahead) => {
            input.advance_to(&ahead);
            Ok(value)
        }
        _ => Err(at),
    }
}

fn skip_to_comma(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        if input.parse::<TokenTree>().is_err() {
            return;
        }
    }
}

/// A type or path as one would write it: tokens alone print with spaces around everything.
pub(crate) fn written(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    ["::", "<", ">", "&", "(", ")", "[", "]"].iter().fold(text, |text, mark| {
        text.replace(&format!(" {mark} "), mark)
            .replace(&format!(" {mark}"), mark)
            .replace(&format!("{mark} "), mark)
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    const GRAMMAR: Grammar = Grammar {
        attribute: "tool",
        keys: &[
            ("title", Kind::Text),
            ("read_only", Kind::Flag),
            ("params", Kind::Type),
            ("crate", Kind::Path),
        ],
    };

    fn mistakes(tokens: TokenStream) -> usize {
        let mut errors = Errors::default();
        Keys::read(tokens, &GRAMMAR, &mut errors);
        errors.into_tokens().to_string().matches("compile_error").count()
    }

    #[test]
    fn keys_are_read_by_their_kind() {
        let mut errors = Errors::default();
        let mut keys = Keys::read(
            quote!(title = "a", read_only = false, params = Query<u8, D>, crate = ::pb,),
            &GRAMMAR,
            &mut errors,
        );
        assert!(keys.whole && errors.is_empty());
        assert_eq!(keys.text("title").map(|text| text.value()).as_deref(), Some("a"));
        assert_eq!(keys.flag("read_only").map(|flag| flag.value), Some(false));
        assert_eq!(keys.ty("params").map(|ty| written(&ty)).as_deref(), Some("Query<u8 , D>"));
        assert_eq!(keys.path("crate").map(|path| written(&path)).as_deref(), Some("::pb"));
    }

    #[test]
    fn each_mistake_is_told_and_the_rest_is_read() {
        assert_eq!(mistakes(quote!(titel = "a", read_only = "yes", title = 1 + 1, 7, params)), 5);
        let mut errors = Errors::default();
        let mut keys = Keys::read(quote!(titel = f(a, b), read_only), &GRAMMAR, &mut errors);
        assert_eq!(keys.flag("read_only").map(|flag| flag.value), Some(true));
        assert!(!keys.whole);
    }

    #[test]
    fn a_key_is_said_once() {
        assert_eq!(mistakes(quote!(title = "a", title = "b")), 1);
    }
}
