//! Pictures: automata and state spaces, for Graphviz and as SVG.

mod support;

use support::{directory, model, spinrs_in};

#[test]
fn every_proctype_has_its_automaton() {
    let here = directory("draw-automata");
    let run = spinrs_in(&here, &["draw", &model("d_step.pml")]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("digraph"), "{}", run.stdout);
    for part in
        ["label=\"proctype Child\"", "label=\"proctype :init:\"", "label=\"go!limit\"", "doublecircle"]
    {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert_eq!(run.stdout.matches('{').count(), run.stdout.matches('}').count());
    let one = spinrs_in(&here, &["draw", &model("d_step.pml"), "--proctype", "Child"]).stdout;
    assert!(one.contains("proctype Child") && !one.contains(":init:"), "{one}");
    let none = spinrs_in(&here, &["draw", &model("d_step.pml"), "--proctype", "Nobody"]);
    assert_eq!(none.status, 2);
    assert!(none.stderr.contains("there are Child, :init:"), "{}", none.stderr);
}

#[test]
fn a_state_space_has_a_node_per_stored_state_and_an_edge_per_transition() {
    let here = directory("draw-states");
    for (name, flags) in [("deadlock.pml", &[][..]), ("assertion.pml", &[]), ("holds.pml", &[])] {
        let file = model(name);
        let report =
            spinrs_in(&here, &[&[&file[..], "--json", "--errors", "all", "--por", "off"], flags].concat())
                .json();
        let dot = spinrs_in(&here, &[&["draw", &file[..], "--what", "states"], flags].concat()).stdout;
        let n_edges = dot.matches(" -> ").count() as u64;
        let n_nodes = dot.matches("tooltip=").count() as u64;
        assert_eq!(n_nodes, report["stored"].as_u64().unwrap(), "{name}");
        // The initial state is stored without a transition to it.
        assert_eq!(n_edges, report["transitions"].as_u64().unwrap() - 1, "{name}");
        assert_eq!(dot.contains("fillcolor"), report["errors"] != 0, "{name}");
    }
}

#[test]
fn large_state_spaces_are_cut_and_say_so() {
    let here = directory("draw-large");
    let run = spinrs_in(&here, &["draw", &model("chatter.pml"), "--what", "states", "--max-states", "30"]);
    assert_eq!(run.status, 0);
    assert_eq!(run.stdout.matches("tooltip=").count(), 30);
    assert!(run.stderr.contains("first 30 states only"), "{}", run.stderr);
}

#[test]
fn the_name_of_the_file_decides_the_format() {
    let here = directory("draw-svg");
    let run = spinrs_in(&here, &["draw", &model("unreached.pml"), "-o", "picture.svg"]);
    assert_eq!((run.status, &run.stdout[..]), (0, "written to picture.svg\n"), "{}", run.stderr);
    let svg = std::fs::read_to_string(here.join("picture.svg")).unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.trim_end().ends_with("</svg>"));
    for tag in ["g", "text", "title"] {
        let opened = svg.matches(&format!("<{tag}>")).count() + svg.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    assert!(svg.contains("marker-end") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}
