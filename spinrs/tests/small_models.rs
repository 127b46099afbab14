//! The small models do what the table in `models/README.md` says.

mod support;

use std::path::Path;
use support::{directory, spinrs_in};

#[test]
fn every_command_of_the_table_gives_its_answer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
    let page = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let here = directory("small-models");
    let mut shown = Vec::new();
    for row in page.lines().filter_map(|line| line.strip_prefix("| `spinrs models/")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let mut words = cells[0].trim_end_matches('`').split(' ');
        let name = words.next().unwrap();
        shown.push(name.to_owned());
        let file = folder.join(name).display().to_string();
        let arguments = [&[&file[..], "--json"], &words.collect::<Vec<_>>()[..]].concat();
        let report = spinrs_in(&here, &arguments).json();
        assert_eq!(
            (report["verdict"].as_str().unwrap(), report["stored"].to_string()),
            (cells[1], cells[2].to_owned()),
            "{row}"
        );
        if cells[1] == "violated" {
            let replay = spinrs_in(&here, &["replay", &file, "--json"]);
            assert_eq!((replay.status, &replay.json()["replayed"]), (1, &true.into()), "{row}");
        }
    }
    let mut files: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".pml"))
        .collect();
    files.sort();
    shown.sort();
    shown.dedup();
    assert_eq!(shown, files, "every model has a row");
}
