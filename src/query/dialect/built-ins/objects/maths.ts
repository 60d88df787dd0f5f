// Mathematical functions, computed from the same few exact ones as on the server, because their digits show in states.

import { exp, log, log10, pow } from './exact-math.ts'
import { replace } from '../replace.ts'

export function bridgeMath(): void {
  const { abs, hypot, max, round, sqrt } = Math
  const ln2 = log(2)

  /** The server's formulas, for results of the engine that are neither zero nor infinite. */
  const formulas: Record<string, (value: number) => number> = {
    exp,
    log,
    log10,
    log2: (value) => log(value) / ln2,
    log1p: (value) => log(1 + value),
    expm1: (value) => exp(value) - 1,
    asinh: (value) => log(value + sqrt(value * value + 1)),
    acosh: (value) => log(value + sqrt(value * value - 1)),
    atanh: (value) => 0.5 * log((1 + value) / (1 - value)),
    cbrt: (value) => (value < 0 ? -pow(-value, 1 / 3) : pow(value, 1 / 3)),
  }

  for (const name of Object.keys(formulas)) {
    const formula = formulas[name]!
    const original = Math[name as 'exp']
    replace(Math, {
      [name](value: number) {
        const near = original(value)
        return near - near === 0 && near !== 0 ? formula(max(value)) : near
      },
    })
  }

  replace(Math, {
    pow: (base: number, exponent: number) => pow(max(base), max(exponent)),
    /** The server adds one where taking half away gives the rounded number, which numbers from 2 ** 52 on can do. */
    round(value: number) {
      const near = round(value)
      return near === near - 0.5 ? near + 1 : near
    },
    hypot(...values: number[]) {
      const near = hypot(...values)
      if (near - near !== 0 || near === 0 || abs(near) > 1e150) return near
      let squares = 0
      for (let i = 0; i < values.length; i += 1) squares += max(values[i]!) ** 2
      return sqrt(squares)
    },
  })
}
