// `Math.sumPrecise`: the exact sum of numbers, rounded once.

const { BigInt, Number, TypeError } = globalThis
const { isFinite } = Number
const { BigInt64Array, Float64Array } = globalThis

/** Numbers are multiples of 2 ** -1074. */
const lowest = 1074

const number = new Float64Array(1)
const bits = new BigInt64Array(number.buffer)

/** A method, without a `prototype`. @throws TypeError for an item that is no number. */
export const { sumPrecise } = {
  sumPrecise(items: Iterable<unknown>): number {
    let sum = 0n
    let special = 0
    let isNothing = true
    for (const item of items) {
      if (typeof item !== 'number') throw new TypeError('Math.sumPrecise was called with a value that is no number')
      if (item !== 0 || 1 / item > 0) isNothing = false
      if (isFinite(item)) sum += inUnits(item)
      else special += item
    }
    if (special !== 0) return special
    if (isNothing) return -0
    return sum < 0n ? -rounded(-sum) : rounded(sum)
  },
}

function inUnits(value: number): bigint {
  number[0] = value < 0 ? -value : value
  const exponent = bits[0]! >> 52n
  const fraction = bits[0]! & 0xfffffffffffffn
  const units = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n)
  return value < 0 ? -units : units
}

/** The nearest number, in a tie the one with an even last digit. */
function rounded(units: bigint): number {
  const surplus = units.toString(2).length - 53
  if (surplus <= 0) return Number(units) * 2 ** -lowest
  const shift = BigInt(surplus)
  const half = 1n << (shift - 1n)
  const rest = units & ((half << 1n) - 1n)
  let kept = units >> shift
  if (rest > half || (rest === half && (kept & 1n) === 1n)) kept += 1n
  // In two steps, because neither power may leave the range of numbers.
  const power = surplus - lowest
  return Number(kept) * 2 ** (power > 900 ? 900 : power) * 2 ** (power > 900 ? power - 900 : 0)
}
