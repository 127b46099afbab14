//! Models with something wrong in them: good ones, damaged.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;

/// Hand-written models that use the whole language, and random ones.
pub(crate) fn corpus() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["promela/tests/golden/parse", "promela/tests/golden/resolve", "checker/tests/models"];
    let mut paths = Vec::new();
    for folder in folders {
        let files = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        paths.extend(files.filter(|path| path.extension().is_some_and(|extension| extension == "pml")));
    }
    paths.sort();
    let mut models: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    for name in modelgen::Shape::NAMES {
        let shape = modelgen::Shape::named(name).unwrap();
        models.extend((0..4).map(|seed| modelgen::generate(seed, &shape).into_bytes()));
    }
    models
}

/// Numbers at and beyond the edges of types, bounds and tables.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "31",
    "32",
    "33",
    "255",
    "256",
    "32768",
    "65536",
    "1000000",
    "2147483647",
    "2147483648",
    "99999999999999999999",
];

/// One damage: what, where, and where else.
pub(crate) type Damage = (u8, Index, Index);

/// Damages a model.
pub(crate) fn damage(model: &mut Vec<u8>, &(kind, at, other): &Damage, spare: &[u8]) {
    if model.is_empty() {
        return;
    }
    match kind % 12 {
        0 => model.truncate(at.index(model.len())),
        1 => {
            let at = at.index(model.len());
            model[at] ^= 1 << other.index(8);
        }
        2 => drop(model.remove(at.index(model.len()))),
        kind @ 3..=5 => rearrange(model, kind - 3, at, other, |a, b| a == b'\n' || b == b'\n', spare),
        kind @ 6..=9 => rearrange(model, kind - 6, at, other, ends_token, spare),
        _ => replace_number(model, at, NUMBERS[other.index(NUMBERS.len())]),
    }
}

/// Whether a token ends between two bytes.
fn ends_token(a: u8, b: u8) -> bool {
    let is_word = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
    is_word(a) != is_word(b) || a.is_ascii_whitespace() || b"()[]{};,".contains(&a)
}

/// Removes, swaps or repeats a piece, or replaces it by one of another model.
fn rearrange(
    model: &mut Vec<u8>,
    kind: u8,
    at: Index,
    other: Index,
    is_cut: impl Fn(u8, u8) -> bool,
    spare: &[u8],
) {
    let cut =
        |text: &[u8]| -> Vec<Vec<u8>> { text.chunk_by(|&a, &b| !is_cut(a, b)).map(<[u8]>::to_vec).collect() };
    let mut pieces = cut(model);
    let (from, to) = (at.index(pieces.len()), other.index(pieces.len()));
    match kind {
        0 => drop(pieces.remove(from)),
        1 => pieces.swap(from, to),
        2 => {
            let copy = pieces[from].clone();
            pieces.insert(to, copy);
        }
        _ => {
            let foreign = cut(spare);
            if !foreign.is_empty() {
                pieces[from] = foreign[other.index(foreign.len())].clone();
            }
        }
    }
    *model = pieces.concat();
}

fn replace_number(model: &mut Vec<u8>, at: Index, number: &str) {
    let mut pieces: Vec<Vec<u8>> = model.chunk_by(|&a, &b| !ends_token(a, b)).map(<[u8]>::to_vec).collect();
    let numbers: Vec<usize> = (0..pieces.len()).filter(|&i| pieces[i][0].is_ascii_digit()).collect();
    if !numbers.is_empty() {
        pieces[numbers[at.index(numbers.len())]] = number.as_bytes().to_vec();
        *model = pieces.concat();
    }
}

/// A model of the corpus with a few damages.
pub(crate) fn damaged(corpus: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let damages = prop::collection::vec(any::<Damage>(), 1..4);
    (any::<Index>(), any::<Index>(), damages).prop_map(move |(which, spare, damages)| {
        let spare = &corpus[spare.index(corpus.len())];
        let mut model = corpus[which.index(corpus.len())].clone();
        for one in &damages {
            damage(&mut model, one, spare);
        }
        model
    })
}
