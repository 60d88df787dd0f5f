// A class has at most 250 lines: what it decides can be held in one head.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..', '..', 'src')
const most = 250

/** Classes that may be longer, and why. */
const long: Readonly<Record<string, string>> = {
  ListReader: 'reads a list of events in one pass over its text, and its steps share the place in it',
  Respeller: 'copies JSON in one pass over its text, and its steps share the place in it',
}

/** Prettier writes a class of a module at the beginning of a line, and its last brace too. */
function longIn(file: string): string[] {
  const found: string[] = []
  let begun: { readonly name: string; readonly line: number } | undefined
  for (const [line, text] of readFileSync(join(source, file), 'utf8').split('\n').entries()) {
    const name = /^(?:export )?(?:default )?(?:abstract )?class (\w+)/.exec(text)?.[1]
    if (name) begun = { name, line }
    if (text !== '}' || !begun) continue
    if (line - begun.line + 1 > most) found.push(begun.name)
    begun = undefined
  }
  return found
}

test('no class is long but those with a reason, and these are', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  expect(files.flatMap(longIn).toSorted()).toEqual(Object.keys(long).toSorted())
})
