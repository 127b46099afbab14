//! The command line: exit codes, the text report, the JSON document, limits, errors in models.

mod support;

use support::{directory, model, spinrs_in};

#[test]
fn a_model_without_errors_holds() {
    let here = directory("cli-holds");
    let run = spinrs_in(&here, &[&model("holds.pml")]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.ends_with("errors: 0\nVERDICT: holds\n"), "{}", run.stdout);
    assert_eq!(std::fs::read_dir(here).unwrap().count(), 0, "no trail without an error");
}

#[test]
fn the_text_report_shows_what_pan_shows() {
    let run = spinrs_in(&directory("cli-text"), &[&model("holds.pml")]);
    let expected = [
        "assertions, invalid end states, errors at run time",
        "depth first",
        "incremental, seed 0",
        "stored        14 states",
        "matched       0 states",
        "transitions   14",
        "atomic steps  0",
        "depth         13 steps",
        "state vector",
        "conflicts",
        "memory",
        "time",
        "unreached in Count (1 of 11 states)",
        "holds.pml:8, state 4, x = 0",
    ];
    for part in expected {
        assert!(run.stdout.contains(part), "{part} is missing in\n{}", run.stdout);
    }
    assert_eq!(run.stderr, "");
}

#[test]
fn endless_proctypes_and_equal_errors_take_a_line_each() {
    let here = directory("cli-brief");
    let text = "byte n;\nactive [2] proctype P() {\n\tdo\n\t:: n = (n + 1) % 20; assert(n != 7)\n\tod\n}\n";
    std::fs::write(here.join("m.pml"), text).unwrap();
    let run = spinrs_in(&here, &["m.pml", "--errors", "all"]);
    assert!(run.stdout.contains("\nproctypes whose end is never reached: P\n"), "{}", run.stdout);
    assert!(!run.stdout.contains("unreached in"), "{}", run.stdout);
    let report = spinrs_in(&here, &["m.pml", "--errors", "all", "--json"]).json();
    assert!(2 < report["errors"].as_u64().unwrap(), "{report}");
    let line = format!("), {} times\n", report["errors"]);
    assert_eq!(run.stdout.matches("assertion violated").count(), 1, "{}", run.stdout);
    assert!(run.stdout.contains(&line), "{line} is not in\n{}", run.stdout);
}

#[test]
fn a_violation_exits_with_1_and_leaves_a_trail() {
    let here = directory("cli-violated");
    let run = spinrs_in(&here, &[&model("assertion.pml")]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("assertion violated: assert((counter==2))"), "{}", run.stdout);
    assert!(run.stdout.contains("VERDICT: violated (stopped at the first error"), "{}", run.stdout);
    assert!(here.join("assertion.pml.trail").is_file());
}

#[test]
fn the_trail_goes_where_it_is_told_to_or_nowhere() {
    let here = directory("cli-trail");
    spinrs_in(&here, &[&model("assertion.pml"), "--no-trail"]);
    assert_eq!(std::fs::read_dir(&here).unwrap().count(), 0);
    spinrs_in(&here, &[&model("assertion.pml"), "--trail", "way"]);
    assert!(here.join("way").is_file());
    let run = spinrs_in(&here, &[&model("assertion.pml"), "--trail", "no/such/directory/way"]);
    assert_eq!(run.status, 1, "the violation stands even if its trail cannot be written");
    assert!(run.stderr.contains("cannot write the trail"), "{}", run.stderr);
}

#[test]
fn what_is_read_is_never_overwritten() {
    let here = directory("cli-overwrite");
    let text = std::fs::read_to_string(model("holds.pml")).unwrap();
    std::fs::write(here.join("main.pml"), "#include \"part.pml\"\n").unwrap();
    std::fs::write(here.join("part.pml"), &text).unwrap();
    for file in ["main.pml", "./part.pml"] {
        for command in [
            &["main.pml", "--trail", file][..],
            &["main.pml", "--coverage", file],
            &["draw", "main.pml", "-o", file],
            &["simulate", "main.pml", "-o", file],
        ] {
            let run = spinrs_in(&here, command);
            assert_eq!(run.status, 2, "{command:?}: {}", run.stdout);
            assert!(run.stderr.contains("the output needs a file of its own"), "{command:?}: {}", run.stderr);
        }
    }
    assert_eq!(std::fs::read_to_string(here.join("part.pml")).unwrap(), text);
    let run = spinrs_in(&here, &["draw", "main.pml", "-o", "automata.pdf"]);
    assert_eq!((run.status, here.join("automata.pdf").exists()), (2, false), "{}", run.stderr);
}

#[test]
fn what_is_not_checked_is_not_found() {
    let here = directory("cli-unchecked");
    assert_eq!(spinrs_in(&here, &[&model("assertion.pml"), "--no-assertions"]).status, 0);
    let run = spinrs_in(&here, &[&model("deadlock.pml"), "--no-end-states"]);
    assert_eq!(run.status, 0);
    assert!(run.stdout.contains("not checked: invalid end states"), "{}", run.stdout);
}

#[test]
fn errors_are_counted_up_to_the_number_asked_for() {
    let here = directory("cli-errors");
    let errors = |limit| {
        spinrs_in(
            &here,
            &[&model("index.pml"), "--por", "off", "--optimise", "none", "--errors", limit, "--json"],
        )
        .json()
    };
    assert_eq!(errors("1")["errors"], 1);
    assert_eq!(errors("2")["errors"], 2);
    assert_eq!(errors("2")["complete"], false);
    // As many as Spin counts: it looks at the index of an assignment three times.
    let all = errors("all");
    assert_eq!((&all["errors"], &all["complete"]), (&18.into(), &true.into()));
    assert_eq!(all["verdict"], "violated");
}

#[test]
fn limits_end_without_an_answer_and_say_why() {
    let here = directory("cli-limits");
    let file = model("unlimited.pml");
    for (flag, value, reason) in [
        ("--max-depth", "100", "--max-depth"),
        ("--max-memory", "4M", "--max-memory"),
        ("--max-time", "300ms", "--max-time"),
    ] {
        let run = spinrs_in(&here, &[&file, flag, value]);
        assert_eq!(run.status, 2, "{flag}: {}", run.stdout);
        let last = run.stdout.lines().last().unwrap();
        assert!(last.starts_with("VERDICT: not answered: ") && last.contains(reason), "{last}");
        let json = spinrs_in(&here, &[&file, flag, value, "--json"]).json();
        assert_eq!((&json["verdict"], &json["complete"]), (&"incomplete".into(), &false.into()));
        assert!(json["reason"].as_str().unwrap().contains(reason));
    }
}

/// With `-m N` the verifier of Spin 6.5.2 stores min(N, 6) states of this model, whose last is five steps deep.
#[test]
fn a_limit_on_depth_means_what_it_means_to_spin() {
    let here = directory("cli-depth");
    let text = "byte x; active proctype P() { x = 1; x = 2; x = 3; x = 4 }";
    std::fs::write(here.join("chain.pml"), text).unwrap();
    for search in ["dfs", "bfs"] {
        for limit in 1..8_u64 {
            let depth = limit.to_string();
            let run = spinrs_in(&here, &["chain.pml", "--max-depth", &depth, "--search", search, "--json"]);
            let json = run.json();
            assert_eq!(json["stored"], limit.min(6), "{limit}");
            assert_eq!(json["matched"], u64::from(limit < 6), "{limit}");
            assert_eq!(json["depth"], limit.min(6) - 1, "{limit}");
            assert_eq!(run.status, if limit < 6 { 2 } else { 0 });
        }
    }
    let run = spinrs_in(&here, &["chain.pml", "--max-depth", "5"]);
    assert!(run.stdout.contains("states 5 or more steps deep were not looked at"), "{}", run.stdout);
    assert_eq!(spinrs_in(&here, &["chain.pml", "--max-depth", "0"]).status, 2);
}

#[test]
fn of_thousands_of_errors_the_first_are_shown_and_all_are_counted() {
    let here = directory("cli-many");
    let text: String = (0..40_000).map(|n| format!("goto l{n}; ")).collect();
    std::fs::write(here.join("many.pml"), format!("init {{ {text} skip }}")).unwrap();
    let begun = std::time::Instant::now();
    let run = spinrs_in(&here, &["many.pml"]);
    assert!(begun.elapsed().as_secs() < 40, "the time must not grow with the square of their number");
    assert_eq!(run.stderr.matches("error[").count(), 50);
    assert!(run.stderr.contains("\n... and 39950 more\n"), "{}", &run.stderr[run.stderr.len() - 200..]);
    assert!(run.stderr.contains("the model has 40000 errors"));
    let json = spinrs_in(&here, &["many.pml", "--json"]).json();
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 40_000);
}

#[test]
fn the_json_document_has_the_promised_fields() {
    let here = directory("cli-json");
    let json = spinrs_in(&here, &[&model("deadlock.pml"), "--json", "--seed", "7", "-DX=1"]).json();
    for field in ["stored", "matched", "transitions", "atomic_steps", "depth", "state_vector_bytes", "errors"]
    {
        assert!(json[field].is_u64(), "{field}");
    }
    for field in ["front_end", "compile", "search", "total"] {
        assert!(json["seconds"][field].is_f64(), "{field}");
    }
    assert!(json["memory"]["store_bytes"].is_u64());
    assert!(json["memory"].get("peak_rss_bytes").is_some());
    assert_eq!(json["hash"]["name"], "incremental");
    assert!(json["hash"]["conflicts"].is_u64());
    assert_eq!(json["config"]["seed"], 7);
    assert_eq!(json["config"]["defines"][0], "X=1");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["verdict"], "violated");
    let violation = &json["violations"][0];
    assert_eq!(violation["kind"], "invalid_end_state");
    assert!(violation["message"].as_str().unwrap().contains("process 0 (A)"));
    assert!(violation["file"].as_str().unwrap().ends_with("deadlock.pml"));
    assert!(violation["line"].is_u64() && violation["depth"].is_i64());
    assert!(json["unreached"].is_array());
}

#[test]
fn unreached_code_is_listed_as_in_spin() {
    let json = spinrs_in(&directory("cli-unreached"), &[&model("holds.pml"), "--json"]).json();
    let states = json["unreached"][0]["states"].as_array().unwrap();
    assert_eq!(json["unreached"][0]["proctype"], "Count");
    assert_eq!(states.len(), 1);
    assert_eq!((&states[0]["state"], &states[0]["line"]), (&4.into(), &8.into()));
    assert_eq!(states[0]["text"], "x = 0");
}

/// The list is that of a verifier of Spin 6.5.2, but for `D_STEP14` and the lines of the options of a choice.
#[test]
fn every_kind_of_statement_is_listed_by_the_states_and_texts_of_spin() {
    let here = directory("cli-unreached-kinds");
    let arguments = [&model("unreached.pml"), "--errors", "all", "--no-trail", "--json"];
    let json = spinrs_in(&here, &arguments).json();
    let main = &json["unreached"][1];
    assert_eq!((&main["proctype"], &main["n_states"]), (&"Main".into(), &37.into()));
    let states = main["states"].as_array().unwrap();
    let listed: Vec<_> =
        states.iter().map(|s| (s["state"].as_u64().unwrap(), s["text"].as_str().unwrap())).collect();
    let expected = [
        (3, "c!x"),
        (4, "x = 2"),
        (7, "d_step"),
        (14, "((x==9))"),
        (14, "x = 4"),
        (16, "((x==9))"),
        (16, "x = 5"),
        (17, "((x==9))"),
        (17, "((m==1))"),
        (17, "else"),
        (25, "x = 8"),
        (32, "x = 1"),
        (34, "(c?[1])"),
        (34, "x = 2"),
        (36, "x = 3"),
        (37, "-end-"),
    ];
    assert_eq!(listed, expected);
}

#[test]
fn errors_in_a_model_are_shown_with_a_caret() {
    let here = directory("cli-wrong");
    let run = spinrs_in(&here, &[&model("wrong.pml")]);
    assert_eq!(run.status, 2);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("wrong.pml:3:") && run.stderr.contains("wrong.pml:4:"), "{}", run.stderr);
    assert!(run.stderr.contains('^'));
    let verdict = "VERDICT: not answered: the model has 2 errors (`spinrs explain E0302` says more)\n";
    assert!(run.stderr.ends_with(verdict), "{}", run.stderr);
    let json = spinrs_in(&here, &[&model("wrong.pml"), "--json"]).json();
    assert_eq!(json["verdict"], "incomplete");
    assert_eq!(json["diagnostics"][0]["line"], 3);
    let run = spinrs_in(&here, &["missing.pml"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("missing.pml"), "{}", run.stderr);
}

#[test]
fn warnings_are_shown_and_part_of_the_document() {
    let here = directory("cli-warnings");
    std::fs::write(here.join("odd.pml"), "byte x; init { x = 256; assert(x == 0) }").unwrap();
    let run = spinrs_in(&here, &["odd.pml", "--json"]);
    assert_eq!(run.status, 0);
    assert!(run.stderr.contains("warning[W0510]: 256 does not fit into a byte"), "{}", run.stderr);
    let diagnostic = &run.json()["diagnostics"][0];
    assert_eq!((&diagnostic["code"], &diagnostic["line"]), (&"W0510".into(), &1.into()));
    assert_eq!(spinrs_in(&here, &["odd.pml", "--quiet"]).stderr, "");
}

#[test]
fn every_message_can_be_explained() {
    let here = directory("cli-explain");
    let run = spinrs_in(&here, &["explain", "e0302", "W0510"]);
    assert_eq!(run.status, 0);
    assert!(run.stdout.starts_with("E0302: an undeclared variable\n"), "{}", run.stdout);
    assert!(run.stdout.contains("\nW0510: ") && run.stdout.contains("\ninstead\n"), "{}", run.stdout);
    let list = spinrs_in(&here, &["explain"]);
    assert!(100 < list.stdout.lines().count() && list.stdout.contains("E0301  "), "{}", list.stdout);
    let run = spinrs_in(&here, &["explain", "E9999"]);
    assert_eq!((run.status, &run.stdout[..]), (2, ""));
    assert!(run.stderr.contains("E9999"), "{}", run.stderr);
}

#[test]
fn an_unknown_choice_is_refused_with_the_known_ones() {
    let here = directory("cli-refused");
    let run = spinrs_in(&here, &[&model("holds.pml"), "--search", "sideways"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("dfs") && run.stderr.contains("bfs"), "{}", run.stderr);
    assert_eq!(spinrs_in(&here, &[]).status, 2);
}

#[test]
fn help_and_version_are_no_errors() {
    let here = directory("cli-help");
    let help = spinrs_in(&here, &["--help"]);
    assert_eq!(help.status, 0);
    assert!(help.stdout.contains("Examples:") && help.stdout.contains("Exit status:"));
    assert_eq!(spinrs_in(&here, &["--version"]).stdout, format!("spinrs {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn more_than_255_processes_are_no_problem() {
    let json = spinrs_in(&directory("cli-crowd"), &[&model("crowd.pml"), "--no-end-states", "--json"]).json();
    assert_eq!((&json["verdict"], &json["errors"]), (&"holds".into(), &0.into()));
    assert_eq!(json["config"]["number_bits"], 16);
}

#[test]
fn quiet_says_only_the_verdict() {
    let run = spinrs_in(&directory("cli-quiet"), &[&model("holds.pml"), "--quiet"]);
    assert_eq!((run.status, &run.stdout[..], &run.stderr[..]), (0, "VERDICT: holds\n", ""));
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_the_report_so_far() {
    use std::process::{Command, Stdio};
    let here = directory("cli-interrupt");
    let mut child = Command::new(env!("CARGO_BIN_EXE_spinrs"))
        .args([&model("unlimited.pml"), "--max-time", "60s", "--max-memory", "2G"])
        .current_dir(&here)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The handler is in place once the search has begun.
    std::thread::sleep(std::time::Duration::from_millis(500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let status = child.wait().unwrap();
    let output = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    assert_eq!(status.code(), Some(2));
    assert!(
        output.contains("stored") && output.ends_with("VERDICT: not answered: interrupted\n"),
        "{output}"
    );
}

#[test]
fn coverage_marks_the_source() {
    let here = directory("cli-coverage");
    spinrs_in(&here, &[&model("unreached.pml"), "--coverage", "marked", "-q"]);
    let marked = std::fs::read_to_string(here.join("marked")).unwrap();
    let report = spinrs_in(&here, &[&model("unreached.pml"), "--json"]).json();
    let lines: Vec<&str> =
        marked.lines().skip_while(|line| !line.ends_with("unreached.pml")).skip(1).collect();
    let mut n_unreached = 0;
    for state in report["unreached"].as_array().unwrap().iter().flat_map(|p| p["states"].as_array().unwrap())
    {
        let line = lines[state["line"].as_u64().unwrap() as usize - 1];
        assert!(line.starts_with('-') || line.starts_with('~'), "{line}");
        n_unreached += 1;
    }
    assert!(0 < n_unreached && marked.contains("\n+ "), "{marked}");
}

#[test]
fn shortening_gives_a_shorter_trail_that_replays() {
    let here = directory("cli-shorten");
    let text = "byte n;\nactive proctype P() {\n\tdo\n\t:: n < 50 -> n++\n\t:: true -> break\n\tod;\n\tassert(false)\n}\n";
    std::fs::write(here.join("m.pml"), text).unwrap();
    let depth = |flags: &[&str]| {
        let report = spinrs_in(&here, &[&["m.pml", "--json"], flags].concat()).json();
        report["violations"][0]["depth"].as_i64().unwrap()
    };
    let (long, short, shortest) = (depth(&[]), depth(&["--shorten"]), depth(&["--search", "bfs"]));
    assert!(shortest <= short && short < long, "{shortest} {short} {long}");
    depth(&["--shorten"]);
    assert_eq!(spinrs_in(&here, &["replay", "m.pml", "--json"]).json()["replayed"], true);
}

#[test]
fn when_memory_runs_short_the_report_says_what_to_try() {
    let here = directory("cli-memory");
    let text = "int a, b, c, d;\nactive proctype P() {\n\tdo\n\t:: a++\n\t:: b++\n\t:: c++\n\t:: d++\n\
                \t:: a + b + c + d < 0 -> assert(false)\n\tod\n}\n";
    std::fs::write(here.join("m.pml"), text).unwrap();
    let run = spinrs_in(&here, &["m.pml", "--search", "bfs", "--max-memory", "8M", "-q"]);
    assert_eq!(run.status, 2);
    assert!(run.stdout.contains("bytes each") && run.stdout.contains("raise --max-memory"), "{}", run.stdout);
}

#[test]
fn help_fits_a_screen_and_all_of_it_is_a_flag_away() {
    let here = directory("cli-help-levels");
    let help = spinrs_in(&here, &["--help"]);
    assert_eq!(help.status, 0);
    // One line is for the prompt.
    assert!(help.stdout.lines().count() <= 23, "{}", help.stdout);
    assert!(help.stdout.lines().all(|line| line.chars().count() <= 80), "{}", help.stdout);
    for part in ["Examples:", "spinrs replay model.pml", "--search", "--help-all", "simulate", "draw"] {
        assert!(help.stdout.contains(part), "{part}: {}", help.stdout);
    }
    assert_eq!(spinrs_in(&here, &["-h"]).stdout, help.stdout);
    assert_eq!(spinrs_in(&here, &[]).stderr, help.stdout, "no arguments at all");
    assert!(!help.stdout.contains("--no-hiding") && !help.stdout.contains("bitstate-triple"));
    let all = spinrs_in(&here, &["--help-all"]).stdout;
    for part in ["--no-hiding", "bitstate-triple", "lookup2", "--max-depth", "Examples:"] {
        assert!(all.contains(part), "{part}: {all}");
    }
    let words = |text: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        text.split(|c| !is_part(c))
            .filter(|word| word.starts_with("--"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let known = words(&all);
    for option in words(&help.stdout).iter().filter(|option| *option != "--help") {
        assert!(known.contains(option), "{option} is no option");
    }
    for command in ["replay", "simulate", "draw"] {
        let help = spinrs_in(&here, &[command, "--help"]).stdout;
        assert!(help.contains("Examples:") && help.lines().count() <= 44, "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
}

#[test]
fn the_manual_page_and_completions_know_every_option() {
    let here = directory("cli-manual");
    let manual = spinrs_in(&here, &["man"]);
    assert_eq!(manual.status, 0);
    assert!(
        manual.stdout.contains(".TH spinrs 1") && manual.stdout.contains("bitstate"),
        "{}",
        manual.stdout
    );
    for part in
        ["SPINRS REPLAY", "SPINRS SIMULATE", "SPINRS DRAW", "spinrs replay model.pml", "Undefine a macro"]
    {
        assert!(manual.stdout.replace("\\-", "-").contains(part), "{part}: {}", manual.stdout);
    }
    for shell in ["bash", "zsh", "fish"] {
        let completions = spinrs_in(&here, &["completions", shell]).stdout;
        for option in ["max-memory", "simulate", "incremental"] {
            assert!(completions.contains(option), "{shell} {option}");
        }
    }
}

#[test]
fn every_kind_of_error_has_a_trail_of_its_own() {
    let here = directory("cli-trails");
    let text = "byte x;\nactive proctype P() {\n\tif\n\t:: x = 1\n\t:: x = 2\n\t:: x = 3; false\n\tfi;\n\tassert(x != 1);\n\tassert(x != 2)\n}\n";
    std::fs::write(here.join("m.pml"), text).unwrap();
    for search in ["dfs", "bfs"] {
        let report = spinrs_in(&here, &["m.pml", "--json", "--errors", "all", "--search", search]).json();
        assert_eq!(report["errors"], 3, "{report}");
        let trails: Vec<&str> =
            report["trails"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(trails, ["m.pml.trail", "m.pml.2.trail", "m.pml.3.trail"]);
        let mut messages = Vec::new();
        for trail in trails {
            let replay = spinrs_in(&here, &["replay", "m.pml", trail, "--json"]).json();
            assert_eq!(replay["replayed"], true, "{trail}");
            messages.push(replay["violation"]["message"].as_str().unwrap().to_owned());
        }
        messages.sort();
        messages.dedup();
        assert_eq!(messages.len(), 3, "{messages:?}");
    }
}

/// The fields in the first column of the tables of a section.
fn documented(page: &str, section: &str) -> Vec<String> {
    let start = page.find(section).unwrap_or_else(|| panic!("no section {section}"));
    let text = page[start + section.len()..].split("\n## ").next().unwrap();
    let cells = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .map(|line| line.split(" | ").next().unwrap());
    let names = cells.flat_map(|cell| cell.split("`, `")).map(|name| name.trim_end_matches('`').to_owned());
    names.collect()
}

#[test]
fn the_documents_have_the_fields_that_are_documented() {
    let here = directory("cli-fields");
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/json.md");
    let page = std::fs::read_to_string(page).unwrap();
    let fields = |value: &serde_json::Value| {
        let mut names: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        names.sort();
        names
    };
    let file = model("assertion.pml");
    let report = spinrs_in(&here, &[&file, "--json", "--optimise", "spin"]).json();
    let mut expected = documented(&page, "## `spinrs MODEL --json`");
    expected.sort();
    assert_eq!(fields(&report), expected);
    let replay = spinrs_in(&here, &["replay", &file, "--json"]).json();
    let simulation = spinrs_in(&here, &["simulate", &file, "--json"]).json();
    let mut expected = documented(&page, "## `spinrs replay MODEL TRAIL --json`");
    expected.sort();
    let mut found = [fields(&replay), fields(&simulation)].concat();
    found.extend(replay["steps"].as_array().unwrap().iter().flat_map(fields));
    found.sort();
    found.dedup();
    expected.dedup();
    assert_eq!(found, expected);
}
