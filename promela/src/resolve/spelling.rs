//! Suggestions for misspelt names: the nearest name by edit distance.

/// The candidate nearest to `name`, if one is near enough to be meant. Ties go to the alphabetically
/// first, so that messages do not depend on the order of a hash table.
pub(super) fn nearest<'a>(
    name: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let limit = name.chars().count().div_ceil(3).min(3);
    candidates
        .filter(|candidate| *candidate != name)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Levenshtein's distance, ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(!x.eq_ignore_ascii_case(y));
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_one_letter_off_is_suggested_and_a_distant_one_is_not() {
        let names = ["count", "chan_in", "x"];
        assert_eq!(nearest("coutn", names.into_iter()), Some("count"));
        assert_eq!(nearest("Chan_in", names.into_iter()), Some("chan_in"));
        assert_eq!(nearest("total", names.into_iter()), None);
    }
}
