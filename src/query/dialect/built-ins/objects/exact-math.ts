// Powers, exponentials and logarithms to the last digit: the server's libraries round correctly, the engine's only nearly.

/** A number as the exact sum of two, the second far below the first: about 32 decimal digits. */
type Pair = readonly [high: number, low: number]

const { abs, exp: nearExp, floor, log: nearLog, log10: nearLog10, log2: nearLog2, pow: nearPow, round, sqrt, trunc } = Math

// ---- sums and products of pairs (Dekker, Knuth)

function sum(a: number, b: number): Pair {
  const high = a + b
  const part = high - a
  return [high, a - (high - part) + (b - part)]
}

function product(a: number, b: number): Pair {
  const high = a * b
  const wideA = 134217729 * a
  const wideB = 134217729 * b
  const highA = wideA - (wideA - a)
  const highB = wideB - (wideB - b)
  const lowA = a - highA
  const lowB = b - highB
  return [high, highA * highB - high + highA * lowB + lowA * highB + lowA * lowB]
}

function add(a: Pair, b: Pair): Pair {
  const [high, low] = sum(a[0], b[0])
  return sum(high, low + (a[1] + b[1]))
}

function times(a: Pair, b: Pair): Pair {
  const [high, low] = product(a[0], b[0])
  return sum(high, low + (a[0] * b[1] + a[1] * b[0]))
}

function over(a: Pair, b: Pair): Pair {
  const high = a[0] / b[0]
  const rest = add(a, times([-high, 0], b))
  return sum(high, rest[0] / b[0])
}

// ---- exponentials and logarithms of pairs

const ln2: Pair = [0.6931471805599453, 2.3190468138462996e-17]
const doublings = 9

/** The power of two apart, the rest is small enough for a short series once it is halved a few times. */
function exponential(value: Pair): Pair {
  const twos = round(value[0] / ln2[0])
  const rest = add(value, times([-twos, 0], ln2))
  const scale = 2 ** -doublings
  const x: Pair = [rest[0] * scale, rest[1] * scale]
  let series: Pair = [1, 0]
  for (let n = 9; n > 1; n -= 1) series = add([1, 0], over(times(x, series), [n, 0]))
  let less: Pair = times(x, series)
  for (let i = 0; i < doublings; i += 1) less = add([2 * less[0], 2 * less[1]], times(less, less))
  const [high, low] = add([1, 0], less)
  return [high * 2 ** twos, low * 2 ** twos]
}

/** One Newton step from the engine's result doubles its digits. */
function logarithm(value: number): Pair {
  const near = nearLog(value)
  const rest = add(times([value, 0], exponential([-near, 0])), [-1, 0])
  return sum(near, rest[0] + rest[1] - (rest[0] * rest[0]) / 2)
}

// ---- the functions

/** Beyond this range products of halves overflow or vanish; there the engine's own result must do. */
const isUsual = (value: number): boolean => value > 1e-280 && value < 1e280

export function exp(value: number): number {
  const near = nearExp(value)
  return isUsual(near) && value !== 0 ? exponential([value, 0])[0] : near
}

export const log = (value: number): number => (isUsual(value) && value !== 1 ? logarithm(value)[0] : nearLog(value))

/** Not correctly rounded in the server either: computed, as in C libraries, from the power of two and the logarithm of the rest. */
export function log10(value: number): number {
  if (!isUsual(value)) return nearLog10(value)
  let twos = floor(nearLog2(value))
  if (2 ** twos > value) twos -= 1
  else if (2 ** (twos + 1) <= value) twos += 1
  if (twos < 0) twos += 1
  const rest = twos * 3.69423907715893078616e-13 + 0.4342944819032518 * log(value / 2 ** twos)
  return rest + twos * 0.30102999566361177
}

function wholePower(base: number, exponent: number): number {
  let result: Pair = [1, 0]
  let square: Pair = [base, 0]
  for (let left = abs(exponent); left > 0; left = trunc(left / 2)) {
    if (left % 2 === 1) result = times(result, square)
    if (left > 1) square = times(square, square)
  }
  return (exponent < 0 ? over([1, 0], result) : result)[0]
}

export function pow(base: number, exponent: number): number {
  if (exponent === 2) return base * base
  const near = nearPow(base, exponent)
  const size = abs(near)
  if (!isUsual(size) || !isUsual(1 / size) || size === 1 || exponent === 1) return near
  if (exponent === 0.5) return sqrt(base)
  if (exponent === trunc(exponent) && abs(exponent) <= 1024) return wholePower(base, exponent)
  if (base < 2 ** -1022) return near
  return exponential(times(logarithm(base), [exponent, 0]))[0]
}
