// Number formats: exact halves round to the even digit, and `toLocaleString` uses a culture, in older releases always the invariant one.

import type { DialectHost } from '../dialect-host.ts'
import { language } from '../facts.ts'
import { method, replace, replaceConstructor } from '../replace.ts'

const { String } = globalThis
const smallest = 2 ** -1022

type Separators = Exclude<ReturnType<DialectHost['separatorsOf']>, undefined>
const invariant: Separators = [',', '.', 3, 3]

/** The server writes denormal numbers as 0; `'' + n` cannot be bridged. */
const isDenormal = (value: unknown): boolean => typeof value === 'number' && value !== 0 && value < smallest && value > -smallest

/** `String(value)` of the server. */
export const stringOf = (value: unknown): string => (isDenormal(value) ? '0' : String(value))

export function bridgeNumbers({ separatorsOf }: Pick<DialectHost, 'separatorsOf'>): void {
  const { isInteger } = Number
  const { trunc } = Math
  const { apply, construct } = Reflect
  const { BigInt, RangeError } = globalThis
  const valueOf = method(Number.prototype, 'valueOf')
  const fixed = method(Number.prototype, 'toFixed')
  const slice = method(String.prototype, 'slice')
  const charCodeAt = method(String.prototype, 'charCodeAt')

  /** Whether the number lies exactly between two texts with this many digits; only then do the two engines differ. */
  const isTie = (value: number, digits: number): boolean => !isInteger(value * 2 ** digits) && isInteger(value * 2 ** (digits + 1))

  /** The engine rounds ties away from zero, so an odd last digit is one too high. */
  function toEven(text: string): string {
    const last = charCodeAt(text, text.length - 1)
    return last % 2 === 0 ? text : slice(text, 0, -1) + (last - 48 - 1)
  }

  function fixedToEven(value: number, digits: number): string {
    const text = fixed(value, digits)
    return isTie(value, digits) ? toEven(text) : text
  }

  const textIn = method(Number.prototype, 'toString')
  replace(Number.prototype, {
    toString(this: number, radix?: number) {
      return isDenormal(this) && (radix === undefined || radix === 10) ? '0' : textIn(this, radix)
    },
  })

  replaceConstructor(String, function make(this: unknown, ...given: unknown[]): unknown {
    const texts = isDenormal(given[0]) ? ['0'] : given
    if (new.target === undefined) return apply(String as (...given: unknown[]) => string, undefined, texts)
    return construct(String, texts, new.target === make ? String : new.target)
  })

  function grouped(digits: string, [separator, , last, others]: Separators): string {
    let text = ''
    let rest = digits
    for (let length = last; rest.length > length; length = others) {
      text = separator + slice(rest, -length) + text
      rest = slice(rest, 0, -length)
    }
    return rest + text
  }

  /** As many as the number has, at most three; two in older releases. */
  function decimalsOf(size: number): number {
    if (!language.followsCulture) return 2
    for (let count = 0; count < 3; count += 1) {
      const moved = size * 10 ** count
      if (moved === (moved | 0)) return count
    }
    return 3
  }

  const zeros = '000'

  replace(Number.prototype, {
    toFixed(this: number, fractionDigits: unknown) {
      const value = valueOf(this)
      const digits = trunc(Number(fractionDigits)) || 0
      if (digits < 0 || digits > 100) throw new RangeError('fractionDigits argument must be between 0 and 100')
      return fixedToEven(value, digits)
    },
    toLocaleString(this: number, ...given: unknown[]): string {
      const value = valueOf(this)
      const locale = given[0]
      if (value !== value) return 'NaN'
      if (value === 0) return '0'
      const size = value < 0 ? -value : value
      const sign = value < 0 ? '-' : ''
      if (size === Infinity) return sign + 'Infinity'
      const separators = typeof locale === 'string' && language.followsCulture ? separatorsOf(locale) : invariant
      if (separators === undefined) throw new RangeError('Incorrect locale information provided')
      const count = decimalsOf(size)
      const decimals = count === 0 ? '' : separators[1]
      if (size >= 1e21) return sign + grouped('' + BigInt(size), separators) + decimals + slice(zeros, 0, count)
      const text = fixedToEven(size, count)
      if (count === 0) return sign + grouped(text, separators)
      return sign + grouped(slice(text, 0, -count - 1), separators) + decimals + slice(text, -count)
    },
  })
}
