//! No text makes the parser panic or disagree with itself.

use promela::ast::Model;
use promela::parser::{MAX_ERRORS, parse_text};
use proptest::prelude::*;

/// Pieces of Promela, and of what is nearly Promela.
const PIECES: [&str; 96] = [
    "active",
    "assert",
    "atomic",
    "bit",
    "byte",
    "c_code",
    "c_expr",
    "c_state",
    "chan",
    "d_step",
    "do",
    "D_proctype",
    "else",
    "empty",
    "enabled",
    "eval",
    "false",
    "fi",
    "for",
    "full",
    "get_priority",
    "goto",
    "hidden",
    "if",
    "in",
    "init",
    "inline",
    "int",
    "len",
    "ltl",
    "mtype",
    "never",
    "np_",
    "od",
    "of",
    "pc_value",
    "printf",
    "printm",
    "priority",
    "proctype",
    "provided",
    "run",
    "select",
    "set_priority",
    "skip",
    "timeout",
    "trace",
    "true",
    "typedef",
    "unless",
    "unsigned",
    "xr",
    "x",
    "P",
    "_",
    "_pid",
    "1",
    "2147483648",
    "99999999999",
    "'a'",
    "'",
    "\"s\"",
    "\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    "->",
    "::",
    ":",
    ",",
    ".",
    "..",
    "=",
    "==",
    "!=",
    "!",
    "!!",
    "?",
    "??",
    "<",
    ">",
    "<<",
    "+",
    "-",
    "++",
    "--",
    "&&",
    "|",
    "~",
    "@",
    "$",
    "\u{e9}",
];

/// Models in which every construct occurs.
const MODELS: [&str; 3] = [
    include_str!("golden/parse/units.pml"),
    include_str!("golden/parse/statements.pml"),
    include_str!("golden/parse/expressions.pml"),
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec((prop::sample::select(&PIECES[..]), prop::bool::ANY), 0..60).prop_map(|pieces| {
        pieces
            .into_iter()
            .map(|(piece, blank)| if blank { format!("{piece} ") } else { piece.to_owned() })
            .collect()
    })
}

/// A model with a few pieces cut out, put in or moved.
fn mutant() -> impl Strategy<Value = String> {
    let edit =
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), prop::sample::select(&PIECES[..]));
    (prop::sample::select(&MODELS[..]), prop::collection::vec(edit, 1..4)).prop_map(|(model, edits)| {
        // Comments are the preprocessor's business.
        let model = model.split_once("*/").map_or(model, |(_, rest)| rest);
        let mut words: Vec<&str> = model.split_inclusive([' ', '\n', ';', '{', '}', '(', ')']).collect();
        for (from, to, piece) in edits {
            let (from, to) = (from.index(words.len()), to.index(words.len()));
            match piece.len() % 3 {
                0 => words[from] = piece,
                1 => words.swap(from, to),
                _ => drop(words.drain(from.min(to)..(from.min(to) + 8).min(words.len() - 1))),
            }
        }
        words.concat()
    })
}

/// Checks what holds for any answer.
fn check(text: &str) -> Result<(), TestCaseError> {
    match parse_text(text) {
        Ok(model) => {
            prop_assert_eq!(Ok(model), parse_text(text));
        }
        Err(errors) => {
            prop_assert!(!errors.is_empty() && errors.len() <= MAX_ERRORS);
            for error in errors {
                prop_assert!(error.code.starts_with("E02"), "{error:?}");
                prop_assert_ne!(error.code, "E0299", "the parser does not know its grammar: {:?}", error);
                for span in [Some(error.span), error.related.map(|(span, _)| span)].into_iter().flatten() {
                    prop_assert!(text.get(span.start as usize..span.end as usize).is_some(), "{:?}", span);
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_row_of_tokens_is_answered(text in soup()) {
        check(&text)?;
    }

    #[test]
    fn any_row_of_tokens_in_a_body_is_answered(text in soup()) {
        check(&format!("proctype P() {{ skip; {text} }} byte x"))?;
    }

    #[test]
    fn any_damaged_model_is_answered(text in mutant()) {
        check(&text)?;
    }

    #[test]
    fn any_characters_are_answered(text in "\\PC{0,80}") {
        check(&text)?;
    }

    #[test]
    fn a_damaged_model_is_either_read_or_refused_at_every_length(length in 0..4000usize, model in prop::sample::select(&MODELS[..])) {
        check(&model[..length.min(model.len())])?;
    }
}

#[test]
fn an_empty_text_is_an_empty_model() {
    for text in ["", " \n", ";;"] {
        assert_eq!(parse_text(text), Ok(Model::default()));
    }
}
