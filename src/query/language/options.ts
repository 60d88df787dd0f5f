// Reads `options({…})` into the definition (projection-language §3.5).

import { sources } from './definition.ts'
import { fail } from './guest.ts'
import { hasOwn, toLowerCase, truncate } from './primordials.ts'
import { proxies } from './proxies.ts'
import { memberOf, namesOf } from './state-writer.ts'
import { isBlank, isObject } from './values.ts'

/** As the reference casts numbers. */
const toInt32 = (value: number): number => {
  const whole = truncate(value)
  return whole >= -2147483648 && whole <= 2147483647 ? whole : -2147483648
}

function setOption(given: object, name: string): void {
  const { options: target } = sources
  const invalid = (): never => fail('Invalid value')
  const read = (): unknown => memberOf(given, name)
  const flag = (value = read()): boolean => (typeof value === 'boolean' ? value : invalid())
  const number = (value = read()): number => (typeof value === 'number' ? value : invalid())
  const text = (value = read()): string => (typeof value === 'string' ? value : invalid())
  switch (toLowerCase(name)) {
    case '$includelinks':
      target.includeLinks = flag()
      return
    case 'reorderevents':
      target.reorderEvents = flag()
      return
    case 'bistate':
      target.biState = flag()
      return
    case 'processinglag':
      target.processingLag = toInt32(number())
      return
    case 'resultstreamname':
      target.resultStreamName = unlessBlank(text())
      return
    default:
      fail('Unrecognized option: ' + name)
  }
}

export const unlessBlank = (name: string): string | null => (isBlank(name) ? null : name)

export function options(given: unknown): void {
  if (!isObject(given) || proxies.has(given)) return
  // The members of every function come first, and none of them is an option.
  if (typeof given === 'function') fail('Unrecognized option: ' + (hasOwn(given, 'prototype') ? 'prototype' : 'length'))
  const names = namesOf(given)
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i]!
    setOption(given, typeof name === 'string' ? name : fail('Expected string but got Symbol'))
  }
}
