//! The suite: instances of models, with the counts that they must have.
//!
//! Ours are listed in `models.toml`, with Spin's counts in three modes. Of any other folder every model is an instance;
//! its counts come from a CSV file, or else from the first run, which all later ones must agree with.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// What both tools are asked to search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Mode {
    /// Every state, no optimiser.
    Raw,
    /// Spin's default: its optimisers and partial-order reduction. The mode of the thesis.
    Por,
}

impl Mode {
    /// The name in raw rows and in tables of counts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Por => "por",
        }
    }
}

/// What a complete search counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Counts {
    /// States.
    pub stored: u64,
    /// Transitions: states stored and matched.
    pub transitions: u64,
}

/// One model with its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// Its name, which is BEEM's where the instance is.
    pub name: String,
    /// The family, a name without number.
    pub family: String,
    /// The file.
    pub path: PathBuf,
    /// Macros as `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Whether it has the state space of BEEM's instance of this name.
    pub original: bool,
    /// What searches must count, where that is known.
    pub expected: BTreeMap<Mode, Counts>,
}

impl Instance {
    /// Transitions in the mode of the thesis, where they are known.
    pub fn transitions(&self) -> Option<u64> {
        self.expected.get(&Mode::Por).map(|counts| counts.transitions)
    }

    /// The same model under another name with one macro replaced, and the same counts if `same_space`.
    #[must_use]
    pub fn varied(&self, name: String, macro_name: &str, value: u64, same_space: bool) -> Self {
        let prefix = format!("{macro_name}=");
        let mut defines: Vec<_> =
            self.defines.iter().filter(|define| !define.starts_with(&prefix)).cloned().collect();
        defines.push(format!("{prefix}{value}"));
        let expected = if same_space { self.expected.clone() } else { BTreeMap::new() };
        Self { name, defines, expected, original: false, ..self.clone() }
    }
}

/// Why a suite cannot be read.
#[derive(Debug)]
pub struct SuiteError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.problem)
    }
}

impl std::error::Error for SuiteError {}

fn error(path: &Path, problem: impl fmt::Display) -> SuiteError {
    SuiteError { path: path.to_owned(), problem: problem.to_string() }
}

#[derive(Deserialize)]
struct Listing {
    family: Vec<ListedFamily>,
}

#[derive(Deserialize)]
struct ListedFamily {
    name: String,
    instance: Vec<ListedInstance>,
}

#[derive(Deserialize)]
struct ListedInstance {
    name: String,
    #[serde(default)]
    defines: BTreeMap<String, i64>,
    #[serde(default)]
    matches_original: bool,
    raw: Counts,
    por: Counts,
}

/// The instances that `models.toml` of a folder lists.
pub fn listed(folder: &Path) -> Result<Vec<Instance>, SuiteError> {
    let path = folder.join("models.toml");
    let text = fs::read_to_string(&path).map_err(|e| error(&path, e))?;
    let listing: Listing = toml::from_str(&text).map_err(|e| error(&path, e))?;
    let mut all = Vec::new();
    for family in listing.family {
        // A file's name is the family's, with what a name of a file in Promela's world may hold.
        let file = folder.join(family.name.replace('-', "_") + ".pml");
        if !file.exists() {
            return Err(error(&file, "the list names it, but it is not there"));
        }
        all.extend(family.instance.into_iter().map(|instance| Instance {
            name: instance.name,
            family: family.name.clone(),
            path: file.clone(),
            defines: instance.defines.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            original: instance.matches_original,
            expected: BTreeMap::from([(Mode::Raw, instance.raw), (Mode::Por, instance.por)]),
        }));
    }
    Ok(all)
}

/// Every model of a folder; `counts` is a CSV file with the columns `model`, and for the modes M = `raw` and `por`
/// `M_finished` (`yes`), `M_stored` and `M_transitions`.
pub fn found(folder: &Path, counts: Option<&Path>) -> Result<Vec<Instance>, SuiteError> {
    let known = counts.map_or_else(|| Ok(BTreeMap::new()), read_counts)?;
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| error(folder, e))? {
        let path = entry.map_err(|e| error(folder, e))?.path();
        let is_model = path.extension().is_some_and(|end| end == "pm" || end == "pml");
        let Some(name) = path.file_stem().and_then(|name| name.to_str()).filter(|_| is_model) else {
            continue;
        };
        all.push(Instance {
            name: name.to_owned(),
            family: name.split('.').next().unwrap_or(name).to_owned(),
            defines: Vec::new(),
            original: true,
            expected: known.get(name).cloned().unwrap_or_default(),
            path: path.clone(),
        });
    }
    if all.is_empty() {
        return Err(error(folder, "no models (*.pml, *.pm)"));
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

type Known = BTreeMap<String, BTreeMap<Mode, Counts>>;

fn read_counts(path: &Path) -> Result<Known, SuiteError> {
    let mut reader = csv::Reader::from_path(path).map_err(|e| error(path, e))?;
    let mut known = Known::new();
    for row in reader.deserialize::<BTreeMap<String, String>>() {
        let row = row.map_err(|e| error(path, e))?;
        let model = row.get("model").ok_or_else(|| error(path, "no column `model`"))?;
        for mode in [Mode::Raw, Mode::Por] {
            let number = |what: &str| row.get(&format!("{}_{what}", mode.name()))?.parse().ok();
            let finished = row.get(&format!("{}_finished", mode.name())).is_none_or(|text| text == "yes");
            if let (true, Some(stored), Some(transitions)) =
                (finished, number("stored"), number("transitions"))
            {
                known.entry(model.clone()).or_default().insert(mode, Counts { stored, transitions });
            }
        }
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_suite_is_read_with_its_counts() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../beem-models");
        let all = listed(&folder).unwrap();
        let adding = all.iter().find(|instance| instance.name == "adding.2").unwrap();
        assert_eq!(adding.defines, ["MAX=200"]);
        assert_eq!(adding.expected[&Mode::Por], Counts { stored: 836_838, transitions: 1_289_749 });
        assert!(adding.original);
        let families: std::collections::BTreeSet<_> = all.iter().map(|instance| &instance.family).collect();
        assert!(families.len() >= 45);
    }

    #[test]
    fn a_varied_instance_keeps_its_counts_only_if_the_space_is_the_same() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../beem-models");
        let all = listed(&folder).unwrap();
        let wide = all.iter().find(|instance| instance.name == "szymanski_array.five_wide").unwrap();
        let varied = wide.varied("narrow".to_owned(), "ARRAY", 10, true);
        assert_eq!(varied.expected, wide.expected);
        assert!(varied.defines.contains(&"ARRAY=10".to_owned()));
        assert!(!varied.defines.contains(&"ARRAY=1600".to_owned()));
        assert!(wide.varied("other".to_owned(), "N", 4, false).expected.is_empty());
    }

    #[test]
    fn counts_of_other_folders_come_from_a_file() {
        let folder = std::env::temp_dir().join(format!("harness-models-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.1.pm"), "init { skip }").unwrap();
        fs::write(folder.join("readme.txt"), "").unwrap();
        let csv = folder.join("counts.csv");
        fs::write(&csv, "model,por_finished,por_stored,por_transitions\na.1,yes,2,3\nb.1,no,,\n").unwrap();
        let all = found(&folder, Some(&csv)).unwrap();
        assert_eq!(all.len(), 1);
        assert_eq!((&all[0].name[..], &all[0].family[..]), ("a.1", "a"));
        assert_eq!(all[0].transitions(), Some(3));
        assert!(!all[0].expected.contains_key(&Mode::Raw));
        fs::remove_dir_all(&folder).unwrap();
    }
}
