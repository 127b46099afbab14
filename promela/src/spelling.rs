//! Suggestions for misspelt names: the nearest name by edit distance.

/// Longer names are not compared, so that hostile ones cost nothing.
const MAX_LENGTH: usize = 64;

/// The candidate nearest to `name`, if one is near enough to be meant. Ties go to the alphabetically
/// first, so that messages do not depend on the order of a hash table.
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = name.len() / 3;
    candidates
        .filter(|candidate| *candidate != name)
        .filter(|candidate| name.len().max(candidate.len()) <= MAX_LENGTH)
        .filter(|candidate| name.len().abs_diff(candidate.len()) <= limit)
        .map(|candidate| (distance(name.as_bytes(), candidate.as_bytes()), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Damerau's distance (insert, delete, replace, swap neighbours), ignoring case.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let same = |i: usize, j: usize| a[i].eq_ignore_ascii_case(&b[j]);
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let replaced = last[j] + usize::from(!same(i, j));
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j) {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = last;
        last = row;
    }
    last[b.len()]
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
        assert_eq!(nearest("y", names.into_iter()), None);
    }
}
