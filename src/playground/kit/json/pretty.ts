// Prints JSON text for editing: indented, short values on one line, every digit and escape as it was.

import { oneLine } from './json-layout.ts'
import type { JsonNode } from './json-text.ts'
import { isContainer, readJsonText } from './json-text.ts'

/** Levels that are laid out: the indentation of a value that is nested deeper would outweigh it. */
const mostLevels = 50

/** @returns the text unchanged if it is not JSON. */
export function prettyJson(text: string): string {
  const reading = readJsonText(text)
  return reading.kind === 'value' ? printed(text, reading.root, '') : text
}

function printed(text: string, node: JsonNode, indent: string): string {
  // The outermost value is laid out over lines, so that a member can be added.
  const line = indent === '' && isContainer(node) && node.members.length > 0 ? undefined : oneLine(text, node)
  if (line) return line.map((token) => token.text).join('')
  if (!isContainer(node) || indent.length === 2 * mostLevels) return text.slice(node.from, node.to)
  const inner = `${indent}  `
  const members = node.members.map(({ name, value }) => `${inner}${name === undefined ? '' : `${name}: `}${printed(text, value, inner)}`)
  const [open, close] = node.kind === 'object' ? ['{', '}'] : ['[', ']']
  return `${open}\n${members.join(',\n')}\n${indent}${close}`
}
