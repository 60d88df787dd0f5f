// Decides the layout of a JSON value: short values take one line, big ones begin folded.

import { json as texts } from '../../strings/english/json.ts'
import type { JsonNode } from './json-text.ts'
import { isContainer } from './json-text.ts'

export interface JsonToken {
  readonly kind: 'name' | 'string' | 'number' | 'word' | 'mark'
  readonly text: string
}

/** The most characters of a value on one line. */
const lineLength = 60
/** Characters from which a value begins folded, except the outermost. */
const bigValue = 3_000
/** Depth from which values begin folded. */
const openLevels = 6

/** The tokens of a value on one line, with the usual blanks; undefined if they exceed the limit. */
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
    // Each member takes at least two characters: skip values that cannot fit.
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

/** Whether a value that does not fit one line begins unfolded. */
export const beginsOpen = (node: JsonNode, depth: number): boolean => depth === 0 || (depth < openLevels && node.to - node.from < bigValue)

/** The summary of a folded value. */
export function foldedText(node: JsonNode): string {
  if (!isContainer(node)) return ''
  const { length } = node.members
  return node.kind === 'object' ? texts.members(length) : texts.items(length)
}
