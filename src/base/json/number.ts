// Converts the spelling of a number to an integer of any length or a double.

import { Double } from './value.ts'

/** Longer integers break the server's parser. */
const mostDigits = 380

/**
 * A leading zero means octal and `0x` hexadecimal, both of at most 64 bits, two's complement (streams-http §7.1).
 *
 * @returns undefined if the spelling is no number.
 */
export function readNumber(spelled: string): bigint | Double | undefined {
  if (spelled.length > mostDigits && /^-?\d+$/.test(spelled)) return undefined
  if (/^(?:[1-9]\d*|0)$/.test(spelled)) return BigInt(spelled)
  if (/^-\d+$/.test(spelled)) return -BigInt(spelled.slice(1))
  if (/^0[xX][0-9a-fA-F]+$/.test(spelled)) return wrapped(BigInt(spelled))
  if (/^0[0-7]+$/.test(spelled)) return wrapped(BigInt(`0o${spelled}`))
  // `0.5` and `0e1` are decimal, but `00.5` and `01e1` are broken octals.
  if (/^0[^.eE]/.test(spelled)) return undefined
  if (/^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(spelled)) return new Double(Number(spelled))
  return undefined
}

function wrapped(value: bigint): bigint | undefined {
  return value < 1n << 64n ? BigInt.asIntN(64, value) : undefined
}
