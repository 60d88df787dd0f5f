// Keeps the list of the shapes of an event in docs/architecture.md true.

import { readFileSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Sources } from '../scripts/checks/imports.ts'
import type { Shape } from '../scripts/checks/shapes.ts'
import { declaredShapes, listedShapes, missingShapes, unlistedShapes } from '../scripts/checks/shapes.ts'

/** An event passes through these folders on its way from `POST` to the emissions of a query. */
const folders = ['base', 'streams', 'storage', 'projections', 'query']

/** Not on the way. */
const beside: readonly Shape[] = [
  // Read only: the records of earlier versions.
  { name: 'EarlierRecord', file: 'storage/indexeddb/log/earlier-records.ts' },
  // The rest of events that a scavenge dropped.
  { name: 'DroppedBlock', file: 'storage/indexeddb/dropped.ts' },
  // For display in the playground.
  { name: 'TracedEvent', file: 'projections/trace/step.ts' },
  { name: 'TracedEmission', file: 'projections/trace/step.ts' },
  // Which members of events a plan needs, not the members.
  { name: 'Needs', file: 'query/plan/needs.ts' },
  // An emission of the second engine, until the checkpoint that it is written with.
  { name: 'WaitingEmission', file: 'projections/model/tables.ts' },
  // For names that queries use.
  { name: 'SeenEvent', file: 'query/diagnostics/seen-events.ts' },
  // A part of `QueryEvent`.
  { name: 'QueryRecord', file: 'query/query.ts' },
]

const heading = '## The shapes of an event'
const page = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8')
const sources: Sources = new Map(
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|contract|fixture|bench|d|generated)\.ts$/.test(file))
    .map((file) => [file.split(sep).join('/'), readFileSync(join(import.meta.dirname, file), 'utf8')]),
)

describe('the shapes of an event', () => {
  const listed = listedShapes(page, heading)

  test('are at most eight', () => {
    expect(listed.length).toBeGreaterThan(4)
    expect(listed.length).toBeLessThanOrEqual(8)
  })
  test('are where the list says', () => expect(missingShapes(sources, [...listed, ...beside])).toEqual([]))
  test('are all in the list', () => expect(unlistedShapes(declaredShapes(sources, folders), listed, beside)).toEqual([]))
})

describe('the check itself notices', () => {
  const columns =
    'export interface EventRun {\n  readonly streams: string\n  readonly types: string[]\n  data: string\n  isJson: boolean\n}\n'
  const planted: Sources = new Map([
    ['storage/a.ts', columns],
    ['cli/b.ts', columns],
    ['base/c.ts', 'export interface Small {\n  readonly id: string\n  readonly data: string\n}\n'],
  ])

  test('a new shape in these folders', () => {
    expect(declaredShapes(planted, folders)).toEqual([{ name: 'EventRun', file: 'storage/a.ts' }])
    expect(unlistedShapes(declaredShapes(planted, folders), [{ name: 'EventRun', file: 'storage/b.ts' }])).toHaveLength(1)
  })

  test('a listed shape that is gone, and a list that is gone', () => {
    const list = listedShapes(
      `x\n${heading}\n\n| Shape | File |\n| --- | --- |\n| \`EventRun\` | \`src/storage/b.ts\` | y |\n\n## Next\n`,
      heading,
    )
    expect(list).toEqual([{ name: 'EventRun', file: 'storage/b.ts' }])
    expect(missingShapes(planted, list)).toEqual(list)
    expect(listedShapes('x', heading)).toEqual([])
  })
})
