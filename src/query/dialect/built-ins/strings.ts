// Strings: case is mapped character by character, comparison is ordinal after decomposition, and `escape` leaves the space.

import { method, remove, replace, textOf } from './replace.ts'

export function bridgeStrings(): void {
  const { fromCodePoint } = String
  const codePointAt = method(String.prototype, 'codePointAt')
  const charCodeAt = method(String.prototype, 'charCodeAt')
  const normalize = method(String.prototype, 'normalize')
  const split = method(String.prototype, 'split') as unknown as (self: string, separator: string) => string[]
  const join = method(Array.prototype, 'join')
  const matches = method(RegExp.prototype, 'test')
  const ascii = /^[\0-\x7f]*$/

  const { apply } = Reflect

  type Method<Result> = (this: unknown, ...given: unknown[]) => Result

  /** Maps characters one to one: those with a longer mapping stay as they are, and neighbours do not matter. */
  function mapCharacters(text: string, map: (text: string) => string, fixed: string): string {
    let mapped = ''
    for (let i = 0; i < text.length;) {
      const character = fromCodePoint(codePointAt(text, i)!)
      const other = map(character)
      mapped += character === fixed || other.length !== character.length ? character : other
      i += character.length
    }
    return mapped
  }

  /** @param fixed the character that the invariant culture keeps although the standard maps it: the i without a dot. */
  function mapping(original: Method<string>, fixed: string) {
    const map = (text: unknown) => apply(original, text, [])
    return {
      map(this: unknown) {
        if (this === null || this === undefined) return map(this)
        const text = textOf(this)
        return matches(ascii, text) ? map(text) : mapCharacters(text, map, fixed)
      },
    }
  }

  for (const name of ['toUpperCase', 'toLocaleUpperCase']) {
    replace(String.prototype, name, (original: Method<string>) => mapping(original, 'ı'))
  }
  for (const name of ['toLowerCase', 'toLocaleLowerCase']) {
    replace(String.prototype, name, (original: Method<string>) => mapping(original, ''))
  }

  const ordinal = (a: string, b: string): number => {
    let i = 0
    while (i < a.length && i < b.length && charCodeAt(a, i) === charCodeAt(b, i)) i += 1
    return (i < a.length ? charCodeAt(a, i) : 0) - (i < b.length ? charCodeAt(b, i) : 0)
  }

  replace(String.prototype, 'localeCompare', (original: Method<number>) => ({
    localeCompare(this: unknown, that: unknown) {
      if (this === null || this === undefined) return apply(original, this, [that])
      return ordinal(normalize(textOf(this), 'NFKD'), normalize(textOf(that), 'NFKD'))
    },
  }))

  replace(globalThis, 'escape', (original: (text: string) => string) => {
    return {
      escape(text: string) {
        return join(split(original(text), '%20'), ' ')
      },
    }
  })

  const html = ['anchor', 'big', 'blink', 'bold', 'fixed', 'fontcolor', 'fontsize', 'italics', 'link', 'small', 'strike', 'sub', 'sup']
  remove(String.prototype, ...html)
}
