// Spells numbers as the server stores them (projection-language §16).

import { expression, slice, textOf } from '../primordials.ts'

const spelling = expression(/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/)
const leadingZeros = expression(/^0+/)
const trailingZeros = expression(/0+$/)

/** @returns the number in the server's spelling, `NaN` and `Infinity` included. */
export function numberText(value: number): string {
  if (value === 0) return 1 / value < 0 ? '-0' : '0'
  const size = value < 0 ? -value : value
  const js = textOf(value)
  if ((size >= 1e-4 && size < 1e17) || value - value !== 0) return js
  const parts = spelling.exec(js)!
  return (parts[1] ?? '') + exponentForm(parts[2]!, parts[3] ?? '', parts[4] === undefined ? 0 : +parts[4])
}

function exponentForm(whole: string, fraction: string, exponent: number): string {
  const zeros = leadingZeros.exec(whole + fraction)
  const skipped = zeros === null ? 0 : zeros[0].length
  const significant = slice(whole + fraction, skipped)
  const decimal = exponent + whole.length - 1 - skipped
  const end = trailingZeros.exec(significant)
  const digits = end === null ? significant : slice(significant, 0, significant.length - end[0].length)
  const size = decimal < 0 ? -decimal : decimal
  return digits[0] + (digits.length > 1 ? '.' + slice(digits, 1) : '') + (decimal < 0 ? 'E-' : 'E+') + (size < 10 ? '0' : '') + size
}
