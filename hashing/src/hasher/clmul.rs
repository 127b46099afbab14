//! Carry-less multiplication of 64 by 32 bits: the PCLMULQDQ instruction where the processor has it, else shifts.
//!
//! The instruction is written as inline assembly rather than as the intrinsic because a function with a target
//! feature cannot be inlined into a caller without it, and a call per write would cost more than the product.

use crate::state::Word;

/// The way carry-less products are computed on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kernel {
    /// One PCLMULQDQ per product. Made only by [`Kernel::detect`].
    #[cfg(target_arch = "x86_64")]
    Pclmulqdq,
    /// One shift per bit set in the word; changes of a slot are mostly small, so there are few.
    Portable,
}

impl Kernel {
    /// The fastest way this processor has.
    pub(crate) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("pclmulqdq") {
            return Self::Pclmulqdq;
        }
        Self::Portable
    }

    /// The product of `key` and `word` as polynomials over GF(2); it has at most 95 bits.
    #[inline]
    pub(crate) fn product(self, key: u64, word: Word) -> u128 {
        match self {
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "one instruction, see the module's first lines")]
            // SAFETY: the variant exists only where `detect` has found the instruction.
            Self::Pclmulqdq => unsafe { pclmulqdq(key, word) },
            Self::Portable => portable(key, word),
        }
    }
}

/// # Safety
/// The processor must have PCLMULQDQ.
#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "one instruction, see the module's first lines")]
unsafe fn pclmulqdq(key: u64, word: Word) -> u128 {
    use core::arch::x86_64::{__m128i, _mm_cvtsi32_si128, _mm_cvtsi64_si128};
    // SAFETY: SSE2 is part of every x86-64; the assembly has register operands only, and the caller vouches for its
    // instruction; a vector of 128 bits and a `u128` have the same size, and any bits are a `u128`.
    unsafe {
        let mut product: __m128i = _mm_cvtsi64_si128(key.cast_signed());
        core::arch::asm!(
            "pclmulqdq {product}, {word}, 0",
            product = inout(xmm_reg) product,
            word = in(xmm_reg) _mm_cvtsi32_si128(word.cast_signed()),
            options(pure, nomem, nostack, preserves_flags),
        );
        core::mem::transmute(product)
    }
}

#[inline(never)]
fn portable(key: u64, mut word: Word) -> u128 {
    let mut product = 0;
    while word != 0 {
        product ^= u128::from(key) << word.trailing_zeros();
        word &= word - 1;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_product_by_hand() {
        // (x^2 + 1)(x + 1) = x^3 + x^2 + x + 1
        assert_eq!(portable(0b101, 0b11), 0b1111);
        assert_eq!(portable(1 << 63, 1 << 31), 1 << 94);
    }

    proptest! {
        #[test]
        fn the_accelerated_kernel_computes_the_portable_product(key: u64, word: u32) {
            prop_assert_eq!(Kernel::detect().product(key, word), portable(key, word));
        }
    }
}
