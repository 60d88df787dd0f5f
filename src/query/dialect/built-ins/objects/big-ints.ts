// Unsigned BigInts: the engine leaves negative what does not fit into its words.

import { replace } from '../replace.ts'

/** In builds for WebAssembly words have 32 bits: `BigInt.asUintN(64, -1n)` of the engine is -1n. */
export function bridgeBigInts(): void {
  const { BigInt } = globalThis
  const { trunc } = Math
  const { asUintN } = BigInt

  replace(BigInt, {
    asUintN(bits: number, value: bigint): bigint {
      const width = trunc(bits)
      const wrapped = asUintN(width, value)
      return wrapped < 0n ? wrapped & ((1n << BigInt(width)) - 1n) : wrapped
    },
  })
}
