// Reads `options({…})` into the definition (projection-language §3.5).

import type { Definition } from './definition.ts'
import type { Guest } from './guest.ts'
import type { Primordials } from './primordials.ts'
import type { Values } from './values.ts'

/** Runs inside the sandbox; refers to nothing outside itself. */
export function readOptions(p: Primordials, { fail }: Guest, { isBlank, isObject }: Values, { sources }: Definition) {
  const { getOwnPropertyDescriptor, ownKeys, toLowerCase, truncate } = p

  /** As the reference casts numbers. */
  const toInt32 = (value: number): number => {
    const whole = truncate(value)
    return whole >= -2147483648 && whole <= 2147483647 ? whole : -2147483648
  }

  function setOption(name: string, value: unknown): void {
    const { options: target } = sources
    const flag = (): boolean => (typeof value === 'boolean' ? value : fail('Invalid value'))
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
        target.processingLag = typeof value === 'number' ? toInt32(value) : fail('Invalid value')
        return
      case 'resultstreamname':
        target.resultStreamName = typeof value === 'string' ? (isBlank(value) ? null : value) : fail('Invalid value')
        return
      default:
        fail('Unrecognized option: ' + name)
    }
  }

  return function options(given: unknown): void {
    if (!isObject(given)) return
    const names = ownKeys(given)
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]!
      const member = getOwnPropertyDescriptor(given, name)
      if (typeof name === 'string' && member?.enumerable) setOption(name, (given as Record<string, unknown>)[name])
    }
  }
}
