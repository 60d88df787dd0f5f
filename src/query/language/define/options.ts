// Reads `options({…})` into the definition (projection-language §3.5).

import { sources } from './definition.ts'
import { fail } from '../guest.ts'
import { hasOwn, toLowerCase, truncate } from '../primordials.ts'
import { proxies } from '../proxies.ts'
import { settings } from '../settings.ts'
import { memberOf, namesOf } from '../json/state-writer.ts'
import { isBlank, isObjectOrFunction } from './values.ts'

/** As the server casts numbers. */
const toInt32 = (value: number): number => {
  const whole = truncate(value)
  if (whole >= -2147483648 && whole <= 2147483647) return whole
  if (!settings.language.saturatesIntegers || whole < 0) return -2147483648
  return whole > 0 ? 2147483647 : 0
}

/** By name in small letters. */
const flags: Record<string, 'includeLinks' | 'reorderEvents' | 'biState' | undefined> = {
  __proto__: null,
  $includelinks: 'includeLinks',
  reorderevents: 'reorderEvents',
  bistate: 'biState',
} as never

function setOption(given: object, name: string): void {
  const { options: target } = sources
  const known = toLowerCase(name)
  const flag = flags[known]
  if (flag === undefined && known !== 'processinglag' && known !== 'resultstreamname') return fail('Unrecognized option: ' + name)
  const value = memberOf(given, name)
  if (flag !== undefined && typeof value === 'boolean') target[flag] = value
  else if (known === 'processinglag' && typeof value === 'number') target.processingLag = toInt32(value)
  else if (known === 'resultstreamname' && typeof value === 'string') target.resultStreamName = unlessBlank(value)
  else fail('Invalid value')
}

export const unlessBlank = (name: string): string | null => (isBlank(name) ? null : name)

export function options(given: unknown): void {
  if (!isObjectOrFunction(given) || proxies.has(given)) return
  // The members of every function come first, and none of them is an option.
  if (typeof given === 'function') fail('Unrecognized option: ' + (hasOwn(given, 'prototype') ? 'prototype' : 'length'))
  const names = namesOf(given)
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i]!
    setOption(given, typeof name === 'string' ? name : fail('Expected string but got Symbol'))
  }
}
