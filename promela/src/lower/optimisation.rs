//! Which of Spin's optimisations are applied.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// Optimisations of Spin's that change counts, but no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Optimisation {
    /// Set local variables to zero once nobody will read their value.
    pub dead_variables: bool,
    /// Keep globals that nobody reads out of the state.
    pub hiding: bool,
    /// Execute chains of steps that cannot block as one.
    pub merging: bool,
}

impl Optimisation {
    /// None.
    pub const NONE: Self = Self { dead_variables: false, hiding: false, merging: false };
    /// What Spin does unless told otherwise.
    pub const SPIN: Self = Self { dead_variables: true, hiding: true, merging: true };

    fn parts(self) -> [(&'static str, bool); 3] {
        [("dead-variables", self.dead_variables), ("hiding", self.hiding), ("merging", self.merging)]
    }
}

/// `none`, or what is on, separated by commas.
impl Display for Optimisation {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let on: Vec<_> = self.parts().into_iter().filter(|(_, on)| *on).map(|(name, _)| name).collect();
        f.write_str(if on.is_empty() { "none".to_owned() } else { on.join(",") }.as_str())
    }
}

/// Reads what [`Display`] writes; also `spin`, and `spin` with the options that Spin was given, such as
/// `spin-o1-o3`. Those are not independent: `-o2` stops hiding, but also the resets that `-o1` is for.
impl FromStr for Optimisation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut optimisation = Self::NONE;
        if let Some(options) = text.strip_prefix("spin") {
            optimisation = Self::SPIN;
            for option in options.split('-').skip(1) {
                match option {
                    "o1" => optimisation.dead_variables = false,
                    "o2" => (optimisation.dead_variables, optimisation.hiding) = (false, false),
                    "o3" => optimisation.merging = false,
                    _ => return Err(format!("Spin has no optimisation `-{option}` that is known here")),
                }
            }
            if options.is_empty() || options.starts_with('-') {
                return Ok(optimisation);
            }
        }
        for name in text.split(',').filter(|&name| name != "none") {
            match name {
                "dead-variables" => optimisation.dead_variables = true,
                "hiding" => optimisation.hiding = true,
                "merging" => optimisation.merging = true,
                _ => return Err(format!("`{name}` is none of spin, none, dead-variables, hiding, merging")),
            }
        }
        Ok(optimisation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for bits in 0..8 {
            let on = |bit| bits & bit != 0;
            let optimisation = Optimisation { dead_variables: on(1), hiding: on(2), merging: on(4) };
            assert_eq!(optimisation.to_string().parse(), Ok(optimisation));
        }
    }

    #[test]
    fn spin_stops_resets_with_hiding() {
        assert_eq!("spin".parse(), Ok(Optimisation::SPIN));
        assert_eq!("none".parse(), Ok(Optimisation::NONE));
        assert_eq!("spin-o2".parse(), "merging".parse::<Optimisation>());
        assert_eq!("spin-o1".parse(), "hiding,merging".parse::<Optimisation>());
        assert_eq!("spin-o1-o2-o3".parse(), Ok(Optimisation::NONE));
        for wrong in ["", "spin-o4", "spinning", "spin,hiding", "hidin"] {
            assert!(wrong.parse::<Optimisation>().is_err(), "{wrong}");
        }
    }
}
