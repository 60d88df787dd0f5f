// JSON.parse with the server's own parser, which also reads event bodies.

import { remove, replace, textOf } from '../replace.ts'

type Reviver = (this: unknown, key: string, value: unknown) => unknown

export function bridgeJson(readJson: (text: string) => unknown): void {
  const { apply, deleteProperty, defineProperty, ownKeys, getOwnPropertyDescriptor } = Reflect
  const { isArray } = Array

  /** Bottom up, with the members that exist at their turn. */
  function revive(holder: object, key: string, reviver: Reviver): unknown {
    const value = (holder as Record<string, unknown>)[key]
    if (typeof value === 'object' && value !== null) for (const name of namesOf(value)) reviveMember(value, name, reviver)
    return apply(reviver, holder, [key, value])
  }

  function namesOf(value: object): string[] {
    const names: string[] = []
    if (isArray(value)) for (let i = 0; i < value.length; i += 1) names[i] = '' + i
    else for (const name of ownKeys(value)) if (isEnumerable(value, name)) names[names.length] = name as string
    return names
  }

  const isEnumerable = (value: object, name: PropertyKey): boolean =>
    typeof name === 'string' && getOwnPropertyDescriptor(value, name)?.enumerable === true

  function reviveMember(value: object, name: string, reviver: Reviver): void {
    const revived = revive(value, name, reviver)
    if (revived === undefined) deleteProperty(value, name)
    else defineProperty(value, name, { value: revived, writable: true, enumerable: true, configurable: true })
  }

  replace(JSON, {
    parse(text: unknown, reviver?: Reviver) {
      const value = readJson(textOf(text))
      return typeof reviver === 'function' ? revive({ '': value }, '', reviver) : value
    },
  })
  remove(JSON, 'rawJSON', 'isRawJSON')
}
