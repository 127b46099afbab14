//! Configurations: which tool, with which options.

use crate::models::Mode;
use crate::spin::Pan;

/// A way to search an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// The name in raw rows, by which tables find it.
    pub name: String,
    /// What is searched.
    pub mode: Mode,
    /// Whether states may be omitted.
    pub lossy: bool,
    /// The seed of the hash.
    pub seed: u64,
    /// Only its counts matter, which are always the same: it is run once.
    pub counts_only: bool,
    /// Who does it.
    pub tool: Tool,
}

/// The tool with its options. In them `{stored}` stands for the states of the instance, `{log}` for the logarithm to
/// base two of the power of two that holds them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tool {
    /// spinrs with these flags.
    Spinrs(Vec<String>),
    /// Spin's verifier.
    Spin(Pan),
}

/// The chains of the thesis' table: 2^26.
const THESIS_CHAINS: &str = "--expected=67108864";
/// As many chains as states, rounded up. Searches a hundred times smaller than the thesis' would spend their time on getting
/// 2^26 from the system.
const FITTING_CHAINS: &str = "--expected={stored}";

impl Configuration {
    /// spinrs with an engine, a store and a hash, in Spin's default mode. The name is made of the three.
    ///
    /// The hash `cyclic` is that of the thesis, whose indices are addresses of bytes. The store `chained` has as many
    /// chains as there are states.
    pub fn spinrs(engine: &str, store: &str, hash: &str) -> Self {
        let member = if hash == "cyclic" { "cyclic:unit=byte" } else { hash };
        let mut flags =
            vec![format!("--engine={engine}"), format!("--store={store}"), format!("--hash={member}")];
        if store == "chained" {
            flags.push(FITTING_CHAINS.to_owned());
        }
        let exact = ["exact", "chained", "hashbrown", "collapse", "collapse-whole", "tree", "tree-compact"];
        Self {
            name: format!("{engine} {store} {hash}"),
            mode: Mode::Por,
            lossy: !exact.contains(&store),
            seed: 0,
            counts_only: false,
            tool: Tool::Spinrs(flags),
        }
    }

    /// spinrs with the thesis' table of 2^26 chains, to count conflicts as the thesis did.
    pub fn thesis_table(hash: &str) -> Self {
        let mut configuration = Self::spinrs("jit", "chained", hash);
        configuration.name = format!("2^26 chains {hash}");
        configuration.counts_only = true;
        if let Tool::Spinrs(flags) = &mut configuration.tool {
            flags.retain(|flag| flag != FITTING_CHAINS);
            flags.push(THESIS_CHAINS.to_owned());
        }
        configuration
    }

    /// A member of the cyclic family in the thesis' table, by its name with parameters.
    pub fn cyclic(hash: &str, store: &str) -> Self {
        let mut flags = vec![format!("--store={store}"), format!("--hash={hash}")];
        if store == "chained" {
            flags.push(THESIS_CHAINS.to_owned());
        }
        Self {
            name: format!("{store} {hash}"),
            counts_only: true,
            tool: Tool::Spinrs(flags),
            ..Self::spinrs("jit", store, "incremental")
        }
    }

    /// Spin's verifier with as many chains as states, compiled with `cc_flags`.
    pub fn spin(jenkins: bool, cc_flags: &[&str]) -> Self {
        let hash = if jenkins { "jenkins" } else { "stock" };
        let suffix: String = cc_flags.iter().map(|flag| format!(" {flag}")).collect();
        Self {
            name: format!("spin {hash}{suffix}"),
            mode: Mode::Por,
            lossy: cc_flags.iter().any(|flag| flag.starts_with("-DHC") || *flag == "-DBITSTATE"),
            seed: 0,
            counts_only: false,
            tool: Tool::Spin(Pan {
                jenkins,
                cc_flags: cc_flags.iter().map(|&flag| flag.to_owned()).collect(),
                flags: vec!["-w{log}".to_owned()],
            }),
        }
    }

    /// The same with more flags; the name says so.
    #[must_use]
    pub fn with(mut self, suffix: &str, more: &[String]) -> Self {
        self.name = format!("{} {suffix}", self.name);
        match &mut self.tool {
            Tool::Spinrs(flags) => flags.extend_from_slice(more),
            Tool::Spin(pan) => pan.flags.extend_from_slice(more),
        }
        self
    }

    /// The same in another mode.
    #[must_use]
    pub fn in_mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// Options with what they stand for, for an instance of so many states.
    pub fn filled(flags: &[String], stored: u64) -> Vec<String> {
        let log = stored.max(2).next_power_of_two().ilog2();
        let fill =
            |flag: &String| flag.replace("{stored}", &stored.to_string()).replace("{log}", &log.to_string());
        flags.iter().map(fill).collect()
    }

    /// Whether Spin is needed.
    pub fn needs_spin(&self) -> bool {
        matches!(self.tool, Tool::Spin(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_fit_the_states() {
        let flags = ["--expected={stored}".to_owned(), "-w{log}".to_owned()];
        assert_eq!(Configuration::filled(&flags, 1000), ["--expected=1000", "-w10"]);
        assert_eq!(Configuration::filled(&flags, 1025), ["--expected=1025", "-w11"]);
    }

    #[test]
    fn lossy_stores_are_known_as_such() {
        for (store, lossy) in
            [("exact", false), ("tree-compact", false), ("compact", true), ("bitstate", true)]
        {
            assert_eq!(Configuration::spinrs("jit", store, "incremental").lossy, lossy, "{store}");
        }
        assert!(Configuration::spin(false, &["-DHC4"]).lossy && !Configuration::spin(true, &[]).lossy);
    }
}
