// The documentation's examples have the codes that they stand under, and nothing changes between a release and itself.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { factsOf } from '../../base/release/releases.ts'
import { SeenBodies } from './body-kinds.ts'
import type { UpgradeOptions } from './change.ts'
import { changeCodes } from './change-codes.ts'
import { changesFor } from './changes.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/server/upgrading.md'), 'utf8')
const sections = page
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [, word = '', query] = /^```(?:(?:js|text) ?)?([\w-]*)\n([^]*?)\n```$/m.exec(section) ?? []
    return { code: section.slice(0, section.indexOf('\n')), word, query }
  })

const bodies = (...texts: string[]): SeenBodies => {
  const seen = new SeenBodies()
  for (const text of texts) seen.note('OrderPlaced', text)
  return seen
}

const [from, to] = [factsOf('23.10'), factsOf('26.2')]
/** What the word behind the language of a block means. */
const optionsOf: Readonly<Record<string, UpgradeOptions>> = {
  '': { from, to },
  down: { from: to, to: from },
  scalars: { from, to, bodies: bodies('"text"') },
  loose: { from, to, bodies: bodies('{a:1}') },
  transient: { from, to, mode: 'transient' },
  v2: { from: to, to, toEngine: 2 },
  'v2-foreign': { from: to, to, toEngine: 2, shown: { fault: undefined, foreignStreams: ['audit'] } },
  'v2-noemit': { from: to, to, toEngine: 2, emitEnabled: false },
}

describe('docs/server/upgrading.md', () => {
  test('has a paragraph for every code', () => {
    expect(sections.map(({ code }) => code).sort()).toEqual(Object.keys(changeCodes).sort())
  })

  test.each(sections.filter(({ query }) => query !== undefined))('$code', async ({ code, word, query }) => {
    expect((await changesFor(query!, optionsOf[word]!)).map((change) => change.code)).toContain(code)
  })

  test.each(sections.filter(({ query }) => query !== undefined))('$code, between a release and itself', async ({ query }) => {
    expect(await changesFor(query!, { from: to, to })).toEqual([])
  })
})

test.each([
  ['options({ processingLag: 100 }); fromAll().when({ A: (s) => s })', []],
  ['options({ reorderEvents: false, processingLag: 100 }); fromAll().when({ A: (s) => s })', []],
  ["options({ reorderEvents: true, processingLag: 100 }); fromStreams('a', 'b').when({ A: (s) => s })", ['v2-options', 'v2-options']],
  ['fromAll().when({ $init: () => null, A: (s) => ({ n: 1 }) })', []],
  ['fromAll().when({ A: () => null })', []],
  ['fromAll().when({ A: () => ({ n: 1 }), B: () => null })', ['v2-null-state']],
  ['fromAll().when({ A: (s, e) => { s.from = e.linkMetadata } })', ['v2-member']],
  ["fromAll().when({ A: (s, e) => { emit('a', 'B', {}) } })", []],
  ["fromAll().when({ A: (s, e) => { if (!e.data) throw 'none' } })", ['v2-hidden-fault']],
  ["fromAll().when({ A: (s, e) => { try { if (!e.data) throw 'none' } catch { s.bad = 1 } } })", []],
  ["fromAll().when({ A: (s, e) => { try { s.n = 1 } catch { throw 'none' } } })", ['v2-hidden-fault']],
  ["fromAll().partitionBy((e) => { if (!e.data) throw 'none'; return e.data.id }).when({ A: (s) => s })", []],
])('the second engine: %s', async (query, expected) => {
  expect((await changesFor(query, optionsOf['v2']!)).map(({ code }) => code)).toEqual(expected)
})
