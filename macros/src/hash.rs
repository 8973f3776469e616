//! The hash of a name, by which the compiler compares names.

/// 128-bit FNV-1a, so that the compiler compares numbers and never strings.
pub(crate) fn hash(name: &str) -> u128 {
    name.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    })
}

/// Marks a prompt's, so that a prompt and a tool may have one name; the runtime knows the same number.
const PROMPT: u128 = 0x70_726f_6d70_743a;

/// The hash of a prompt's name.
pub(crate) fn hash_of_prompt(name: &str) -> u128 {
    hash(name) ^ PROMPT
}

#[cfg(test)]
mod tests {
    #[test]
    fn is_fnv_1a_of_128_bits() {
        assert_eq!(super::hash(""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(super::hash("a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }
}
