//! Properties of the generated text, and Spin's opinion on it where Spin is installed.

use std::process::{Command, Stdio};

use modelgen::{Feature, Shape, generate};

fn shapes() -> impl Iterator<Item = (&'static str, Shape)> {
    Shape::NAMES.into_iter().filter_map(|name| Some((name, Shape::named(name)?)))
}

#[test]
fn a_seed_names_one_model_and_different_seeds_different_ones() {
    for (name, shape) in shapes() {
        let models: Vec<String> = (0..50).map(|seed| generate(seed, &shape)).collect();
        assert_eq!(models[17], generate(17, &shape), "{name}");
        let distinct: std::collections::HashSet<&String> = models.iter().collect();
        assert_eq!(distinct.len(), 50, "{name}");
    }
}

#[test]
fn brackets_of_every_kind_are_balanced() {
    for (name, shape) in shapes() {
        for seed in 0..200 {
            let model = generate(seed, &shape);
            let count = |c| model.matches(c).count();
            assert_eq!(count('{'), count('}'), "{name} {seed}");
            assert_eq!(count('('), count(')'), "{name} {seed}");
            assert_eq!(count('['), count(']'), "{name} {seed}");
        }
    }
}

#[test]
fn every_construct_of_the_grammar_occurs() {
    let mut shapes: Vec<Shape> = shapes().map(|(_, shape)| shape).collect();
    shapes.push(Shape::no_rendezvous().with(Feature::Enabled, 100));
    let mut text = String::new();
    for shape in shapes {
        text.extend((0..150).map(|seed| generate(seed, &shape)));
    }
    let constructs = [
        "bit ",
        "bool ",
        "byte ",
        "short ",
        "int ",
        "pid ",
        "unsigned ",
        "mtype ",
        "mtype:",
        "typedef ",
        "hidden ",
        "show ",
        "chan ",
        "= [0] of",
        "= [1] of",
        "= [2] of",
        "active proctype",
        "active [2]",
        "init",
        "run ",
        "= run",
        "provided",
        "priority",
        "set_priority",
        "if",
        "do",
        "else",
        "timeout",
        "break",
        "goto ",
        "atomic {",
        "d_step {",
        "} unless {",
        "for (",
        " in g",
        "select (",
        "inline ",
        "return ",
        "assert(",
        "printf(",
        "skip",
        "++",
        "--",
        "!!",
        "??",
        "?<",
        "??<",
        "?[",
        "??[",
        "eval(",
        ",_",
        "len(",
        "full(",
        "empty(",
        "nfull(",
        "nempty(",
        "_pid",
        "_nr_pr",
        "_last",
        "enabled(",
        "@L",
        "]:l",
        " -> ",
        "<<",
        ">>",
        " / ",
        " % ",
        " & ",
        " | ",
        " ^ ",
        "~(",
        "-(",
        "&&",
        "||",
        "!(",
        "#define",
        "#ifdef",
        "end",
        "true",
    ];
    let missing: Vec<&str> = constructs.into_iter().filter(|c| !text.contains(c)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Skipped, with a message, where there is no Spin.
#[test]
fn spin_accepts_the_models() {
    let quiet = |mut command: Command| command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let mut version = Command::new("spin");
    version.arg("-V");
    if quiet(version).is_err() {
        assert!(std::env::var_os("SPINRS_SKIP_NOTHING").is_none(), "spin is not installed");
        eprintln!("spin is not installed: nothing compared");
        return;
    }
    let folder = std::env::temp_dir().join(format!("modelgen-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let mut rejected = Vec::new();
    for (name, shape) in shapes() {
        for seed in 0..10 {
            let file = folder.join("model.pml");
            std::fs::write(&file, generate(seed, &shape)).expect("a writable folder");
            let mut spin = Command::new("spin");
            spin.args(["-o1", "-o2", "-o3", "-a"]).arg(&file).current_dir(&folder);
            if !quiet(spin).is_ok_and(|status| status.success()) {
                rejected.push((name, seed));
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder just made");
    assert!(rejected.is_empty(), "{rejected:?}");
}
