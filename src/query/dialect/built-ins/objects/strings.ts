// Strings: case is mapped character by character, comparison is ordinal or by culture after decomposition, `escape` leaves the space, and strings are
// iterated by what a reader takes for one character.

import type { DialectHost } from '../dialect-host.ts'
import { language } from '../facts.ts'
import { method, remove, replace, textOf } from '../replace.ts'

export function bridgeStrings({ compareTexts, fail }: Pick<DialectHost, 'compareTexts' | 'fail'>): void {
  const { fromCodePoint } = String
  const codePointAt = method(String.prototype, 'codePointAt')
  const charCodeAt = method(String.prototype, 'charCodeAt')
  const normalize = method(String.prototype, 'normalize')
  const split = method(String.prototype, 'split') as unknown as (self: string, separator: string) => string[]
  const join = method(Array.prototype, 'join')
  const matches = method(RegExp.prototype, 'test')
  const ascii = /^[\0-\x7f]*$/

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
  function replaceMapping(name: 'toUpperCase' | 'toLocaleUpperCase' | 'toLowerCase' | 'toLocaleLowerCase', fixed: string): void {
    const map = method(String.prototype, name) as (text: unknown) => string
    replace(String.prototype, {
      [name](this: unknown) {
        if (this === null || this === undefined) return map(this)
        const text = textOf(this)
        return matches(ascii, text) ? map(text) : mapCharacters(text, map, fixed)
      },
    })
  }

  replaceMapping('toUpperCase', 'ı')
  replaceMapping('toLocaleUpperCase', 'ı')
  replaceMapping('toLowerCase', '')
  replaceMapping('toLocaleLowerCase', '')

  const ordinal = (a: string, b: string): number => {
    let i = 0
    while (i < a.length && i < b.length && charCodeAt(a, i) === charCodeAt(b, i)) i += 1
    return (i < a.length ? charCodeAt(a, i) : 0) - (i < b.length ? charCodeAt(b, i) : 0)
  }

  function byCulture(a: string, b: string, locale: unknown): number {
    if (a === b) return 0
    const order = compareTexts(a, b, typeof locale === 'string' ? locale : '')
    return order ?? fail("Culture is not supported. (Parameter 'name')\n" + textOf(locale) + ' is an invalid culture identifier.')
  }

  const compare = method(String.prototype, 'localeCompare') as (self: unknown, that: unknown) => number
  replace(String.prototype, {
    localeCompare(this: unknown, ...given: unknown[]) {
      if (this === null || this === undefined) return compare(this, given[0])
      const [a, b] = [normalize(textOf(this), 'NFKD'), normalize(textOf(given[0]), 'NFKD')]
      return language.followsCulture ? byCulture(a, b, given[1]) : ordinal(a, b)
    },
  })

  const control = /(?!\p{Join_Control}|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.source
  const marks = /[\p{M}\p{Join_Control}\p{Emoji_Modifier}\u0e33\u0eb3\u{e0020}-\u{e007f}]*/u.source
  const flag = /\p{Regional_Indicator}{2}/u.source
  const emoji = /\p{Extended_Pictographic}/u.source
  // Emoji join at U+200D.
  const character = '(?:' + flag + '|' + emoji + '(?:' + marks + '(?<=\\u200d)' + emoji + ')*|.)' + marks
  const elements = new RegExp('\\r\\n|' + control + '|' + character, 'gsu')
  const isSimple = /^(?:(?!\r\n)[\0-\u02ff])*$/
  const matched = method(String.prototype, 'match') as (self: string, pattern: RegExp) => string[]
  const values = method(Array.prototype, 'values')
  const iterate = method(String.prototype, Symbol.iterator) as (self: unknown) => Iterator<string>
  replace(String.prototype, {
    [Symbol.iterator](this: unknown) {
      const isSplit = typeof this !== 'string' || matches(isSimple, this)
      return isSplit ? iterate(this) : values(matched(this, elements))
    },
  })

  const { escape } = globalThis
  replace(globalThis, {
    escape(text: string) {
      return join(split(escape(text), '%20'), ' ')
    },
  })

  const html = ['anchor', 'big', 'blink', 'bold', 'fixed', 'fontcolor', 'fontsize', 'italics', 'link', 'small', 'strike', 'sub', 'sup']
  remove(String.prototype, ...html)
}
