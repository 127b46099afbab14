//! Golden tests of name resolution: a model beside its resolved form, or beside its errors.
//!
//! `UPDATE_GOLDEN=1 cargo test` rewrites the expectations.

#[path = "support/golden.rs"]
mod golden;
#[path = "resolve/outline.rs"]
mod outline;

use std::fs;
use std::path::Path;

use promela::diagnostic::{Diagnostic, Style, render_all};
use promela::parser::parse;
use promela::resolve::{Resolution, resolve};
use promela::source::{Memory, Sources};
use promela::text::{Options, prepare};

/// Takes a model through text, parser and resolver. The first two must find nothing wrong.
fn resolved(name: &str, model: &str) -> (Result<Resolution, Vec<Diagnostic>>, Sources) {
    let prepared = prepare(name, &Memory::single(name, model), &Options::default());
    let expanded = match prepared {
        Ok(prepared) => prepared.expanded,
        Err(rejected) => {
            let errors = render_all(&rejected.diagnostics, &rejected.sources, Style::Plain);
            panic!("{name}: {errors}");
        }
    };
    let tree = match parse(&expanded) {
        Ok(tree) => tree,
        Err(rejected) => {
            let errors = render_all(&rejected.diagnostics, &expanded.sources, Style::Plain);
            panic!("{name}: {errors}");
        }
    };
    (resolve(&tree, &expanded), expanded.sources)
}

#[test]
fn every_model_is_resolved_as_expected() {
    golden::check("resolve", |name, model| {
        let (result, sources) = resolved(name, model);
        match result {
            Ok(resolution) => outline::outline(&resolution.model),
            Err(errors) => panic!("{}", render_all(&errors, &sources, Style::Plain)),
        }
    });
}

#[test]
fn every_error_and_warning_reads_as_expected() {
    golden::check("resolve_errors", |name, model| {
        let (result, sources) = resolved(name, model);
        let diagnostics = match result {
            Ok(resolution) => resolution.warnings,
            Err(diagnostics) => diagnostics,
        };
        // The file is named after the rule that it breaks.
        let code = name.split('.').next().unwrap_or_default();
        let found = diagnostics.iter().any(|d| code.starts_with(d.code));
        assert!(found, "{name} does not break its rule: {diagnostics:#?}");
        render_all(&diagnostics, &sources, Style::Plain)
    });
}

#[test]
fn every_rule_has_a_model_that_breaks_it() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let codes = fs::read_to_string(manifest.join("src/resolve/code.rs")).unwrap();
    let codes = codes.lines().filter(|line| line.starts_with("pub const"));
    let codes = codes.filter_map(|line| line.split('"').nth(1));
    let models = golden::models(&golden::folder("resolve_errors"));
    for code in codes {
        assert!(models.iter().any(|name| name.starts_with(code)), "no model breaks {code}");
    }
}
