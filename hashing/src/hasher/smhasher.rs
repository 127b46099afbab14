//! Appleby's SMHasher verification: one number that a wrong implementation has no chance to produce.

/// Hashes the keys {}, {0}, {0, 1}, … with seeds 256, 255, …, then the hashes; the first 32 bits of the result.
pub(crate) fn verification<const N: usize>(hash: impl Fn(&[u8], u32) -> [u8; N]) -> u32 {
    let key: Vec<u8> = (0..=255).collect();
    let hashes: Vec<u8> = (0..256).flat_map(|len| hash(&key[..len], 256 - len as u32)).collect();
    let last = hash(&hashes, 0);
    u32::from_le_bytes([last[0], last[1], last[2], last[3]])
}
