// Words of the house: one for each thing, and none that make a sentence be read twice.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

interface Rule {
  readonly pattern: RegExp
  readonly instead: string
  /** Folders and files it holds for. */
  readonly in: readonly string[]
}

const pages = ['docs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']
const rules: readonly Rule[] = [
  { pattern: /\bthe reference\b(?! (?:of|to)\b)/i, instead: 'the server', in: ['src', ...pages] },
  { pattern: /\bshort cuts?\b/i, instead: 'shortcut', in: ['src', ...pages] },
  { pattern: /\bwhere there (?:is|are) (?:one|none|no|some)\b/i, instead: 'if there is', in: pages },
  {
    pattern: /(?<!\b(?:that|a|no|each|this|which|the|second|first|next|other|another|later|earlier) )\bone (?:can|cannot|could|should)\b/i,
    instead: 'you can, or say who',
    in: pages,
  },
  { pattern: /\b(?:which|that|plugin|it) spares\b/i, instead: 'avoids', in: pages },
  { pattern: /\blies outside of\b/i, instead: 'is outside of', in: pages },
]

function filesIn(place: string): string[] {
  if (place.includes('.')) return [place]
  const files = readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((file) => join(place, file))
  return files.filter((file) => /\.(?:tsx?|md)$/.test(file) && !file.endsWith('.generated.ts'))
}

/** @returns the lines with the words, with their place. */
const found = ({ pattern }: Rule, file: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : []))

describe.each(rules)('$instead, not $pattern', (rule) => {
  test('in the house', () => {
    const files = rule.in.flatMap(filesIn)
    expect(files.length).toBeGreaterThan(rule.in.includes('docs') ? 50 : 0)
    expect(files.flatMap((file) => found(rule, file, readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})

test('a planted word is found with its place', () => {
  expect(found(rules[0]!, 'planted.md', 'fine\nas the reference does')).toEqual(['planted.md:2 as the reference does'])
  expect(found(rules[0]!, 'planted.md', 'the reference of the entries')).toEqual([])
})
