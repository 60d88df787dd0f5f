// Decides how a JSON value is laid out: what fits one line stands on one, what is big begins folded.

import type { JsonNode } from './json-text.ts'
import { isContainer } from './json-text.ts'

export interface JsonToken {
  readonly kind: 'name' | 'string' | 'number' | 'word' | 'mark'
  readonly text: string
}

/** Characters that a value may have to stand on one line. */
const lineLength = 60
/** Characters of text from which a value begins folded, unless it is the outermost. */
const bigValue = 3_000
/** Levels below which values begin folded. */
const openLevels = 6

/** The value on one line, blanks as usual in print; undefined where it is longer than a line. */
export function oneLine(text: string, node: JsonNode, limit = lineLength): readonly JsonToken[] | undefined {
  const tokens: JsonToken[] = []
  let left = limit
  const put = (kind: JsonToken['kind'], spelled: string): boolean => {
    tokens.push({ kind, text: spelled })
    left -= spelled.length
    return left >= 0
  }
  const print = (value: JsonNode): boolean => {
    if (!isContainer(value)) return value.to - value.from <= left && put(value.kind, text.slice(value.from, value.to))
    const [open, close] = value.kind === 'object' ? ['{ ', ' }'] : ['[', ']']
    if (value.members.length === 0) return put('mark', value.kind === 'object' ? '{}' : '[]')
    // Each takes two characters at least: what cannot fit is not tried.
    if (value.members.length * 2 > left) return false
    const members = value.members.every(
      ({ name, value: member }, index) =>
        (index === 0 ? put('mark', open) : put('mark', ', ')) &&
        (name === undefined || (put('name', name) && put('mark', ': '))) &&
        print(member),
    )
    return members && put('mark', close)
  }
  return print(node) ? tokens : undefined
}

/** Whether a value that does not fit one line shows its members before anybody asked. */
export const beginsOpen = (node: JsonNode, depth: number): boolean => depth === 0 || (depth < openLevels && node.to - node.from < bigValue)

/** What a folded value says of itself. */
export function foldedText(node: JsonNode): string {
  if (!isContainer(node)) return ''
  const { length } = node.members
  if (node.kind === 'object') return `{ ${length} ${length === 1 ? 'member' : 'members'} }`
  return `[ ${length} ${length === 1 ? 'item' : 'items'} ]`
}
