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

    /// `sum` plus the product of `key` and `word`, as polynomials over GF(2). A product has at most 95 bits.
    #[inline]
    pub(crate) fn add_product(self, sum: u128, key: u64, word: Word) -> u128 {
        match self {
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "one instruction, see the module's first lines")]
            // SAFETY: the variant exists only where `detect` has found the instruction.
            Self::Pclmulqdq => unsafe { x86::add_product(sum, key, word) },
            Self::Portable => portable(sum, key, word),
        }
    }

    /// `sum` plus several products.
    #[inline(always)]
    pub(crate) fn add_products(self, sum: u128, factors: impl Iterator<Item = (u64, Word)>) -> u128 {
        match self {
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "one instruction, see the module's first lines")]
            // SAFETY: as above.
            Self::Pclmulqdq => unsafe { x86::add_products(sum, factors) },
            Self::Portable => factors.fold(sum, |sum, (key, word)| portable(sum, key, word)),
        }
    }

    /// The sum of the products of `keys` and `words`, as many as both have.
    #[inline]
    pub(crate) fn inner_product(self, keys: &[u64], words: &[Word]) -> u128 {
        match self {
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "one instruction, see the module's first lines")]
            // SAFETY: as above.
            Self::Pclmulqdq => unsafe { x86::inner_product(keys, words) },
            Self::Portable => keys.iter().zip(words).fold(0, |sum, (&key, &word)| portable(sum, key, word)),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "one instruction, see the module's first lines")]
mod x86 {
    use core::mem::transmute;

    use core::arch::x86_64::{
        __m128i, _mm_cvtsi32_si128, _mm_cvtsi64_si128, _mm_setzero_si128, _mm_xor_si128,
    };

    /// # Safety
    /// The processor must have PCLMULQDQ.
    #[inline]
    unsafe fn product(key: u64, word: u32) -> __m128i {
        // SAFETY: SSE2 is part of every x86-64; the assembly has register operands only, and the caller vouches for
        // its instruction.
        unsafe {
            let mut product = _mm_cvtsi64_si128(key.cast_signed());
            core::arch::asm!(
                "pclmulqdq {product}, {word}, 0",
                product = inout(xmm_reg) product,
                word = in(xmm_reg) _mm_cvtsi32_si128(word.cast_signed()),
                options(pure, nomem, nostack, preserves_flags),
            );
            product
        }
    }

    /// # Safety
    /// The processor must have PCLMULQDQ.
    #[inline]
    pub(super) unsafe fn add_product(sum: u128, key: u64, word: u32) -> u128 {
        // A single sum lives in general registers: there a chain of repairs waits for one xor each, while a way through
        // the vector registers and back would be part of the chain.
        // SAFETY: the caller vouches for PCLMULQDQ; a `__m128i` and a `u128` are the same 128 bits.
        sum ^ unsafe { transmute::<__m128i, u128>(product(key, word)) }
    }

    /// # Safety
    /// The processor must have PCLMULQDQ.
    #[inline(always)]
    pub(super) unsafe fn add_products(sum: u128, factors: impl Iterator<Item = (u64, u32)>) -> u128 {
        // SAFETY: as above.
        unsafe {
            let mut total = _mm_setzero_si128();
            for (key, word) in factors {
                total = _mm_xor_si128(total, product(key, word));
            }
            sum ^ transmute::<__m128i, u128>(total)
        }
    }

    /// # Safety
    /// The processor must have PCLMULQDQ.
    #[inline]
    pub(super) unsafe fn inner_product(keys: &[u64], words: &[u32]) -> u128 {
        // SAFETY: as above.
        unsafe {
            let mut sum = _mm_setzero_si128();
            for (&key, &word) in keys.iter().zip(words) {
                sum = _mm_xor_si128(sum, product(key, word));
            }
            transmute(sum)
        }
    }
}

#[inline(never)]
fn portable(mut sum: u128, key: u64, mut word: Word) -> u128 {
    while word != 0 {
        sum ^= u128::from(key) << word.trailing_zeros();
        word &= word - 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_product_by_hand() {
        // (x^2 + 1)(x + 1) = x^3 + x^2 + x + 1
        assert_eq!(Kernel::Portable.add_product(0, 0b101, 0b11), 0b1111);
        assert_eq!(Kernel::Portable.add_product(1, 1 << 63, 1 << 31), 1 << 94 | 1);
    }

    proptest! {
        #[test]
        fn the_accelerated_kernel_computes_the_portable_product(
            keys in prop::collection::vec(any::<u64>(), 0..40),
            words in prop::collection::vec(any::<u32>(), 0..40),
        ) {
            let sum = Kernel::Portable.inner_product(&keys, &words);
            prop_assert_eq!(Kernel::detect().inner_product(&keys, &words), sum);
            let factors = keys.iter().copied().zip(words.iter().copied());
            prop_assert_eq!(Kernel::detect().add_products(sum, factors), 0);
            for (&key, &word) in keys.iter().zip(&words) {
                prop_assert_eq!(Kernel::detect().add_product(sum, key, word), Kernel::Portable.add_product(sum, key, word));
            }
        }
    }
}
