// Projections that a store has from its beginning: of a list, of a folder, of a pattern.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteStorage } from '../../../storage/sqlite/sqlite.ts'
import type { StoreOptions } from '../../options/store-options.ts'
import type { Store } from '../../store.ts'
import { createStore } from '../../store.ts'

let folder: string
let stores: Store[]
let hints: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rillbox-projections-'))
  ;[stores, hints] = [[], []]
})
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()))
  rmSync(folder, { recursive: true })
})

const open = (options: StoreOptions): Store => {
  const store = createStore({
    systemProjections: false,
    queries: 'in-process',
    environment: { hint: (line) => void hints.push(line) },
    ...options,
  })
  stores.push(store)
  return store
}
const counting = (member: string): string =>
  `fromStream('a').when({ $init: () => ({ ${member}: 0 }), $any: (state) => { state.${member}++ } })`
const file = (name: string, text: string): void => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), text)
}
const appendTo = (store: Store) => store.append('a', { type: 'T', data: {} })
const stateOf = async (store: Store, name: string): Promise<unknown> => {
  await store.settled()
  return await store.state(name)
}

test('a list: the first request finds them, and so does one after clear and reset', async () => {
  const store = open({ projections: [{ name: 'n', query: counting('n') }] })
  await appendTo(store)
  expect(await stateOf(store, 'n')).toEqual({ n: 1 })
  await store.clear()
  await appendTo(store)
  await appendTo(store)
  expect(await stateOf(store, 'n')).toEqual({ n: 2 })
  await store.reset()
  await appendTo(store)
  expect(await stateOf(store, 'n')).toEqual({ n: 1 })
})

test('projectAll says what it has done, and takes the place of the option', async () => {
  const store = open({ projections: [{ name: 'n', query: counting('n') }] })
  await appendTo(store)
  const outcomes = async (...list: Parameters<Store['projectAll']>) =>
    (await store.projectAll(...list)).map(({ name, outcome }) => [name, outcome])
  expect(await outcomes([{ name: 'n', query: counting('n') }])).toEqual([['n', 'unchanged']])
  const changed = [
    { name: 'm', query: counting('m') },
    { name: 'n', query: counting('changed') },
  ]
  expect(await outcomes(changed)).toEqual([
    ['m', 'created'],
    ['n', 'updated'],
  ])
  // Its state is that of the new query over all events.
  expect(await stateOf(store, 'n')).toEqual({ changed: 1 })
  await store.clear()
  await appendTo(store)
  expect(await stateOf(store, 'n')).toEqual({ changed: 1 })
  expect(await store.projectAll([{ name: 'n', query: counting('n'), mode: 'one-time' }])).toEqual([
    { name: 'n', file: 'n', outcome: 'conflict', reason: 'its mode cannot be changed' },
  ])
  expect(await store.projectAll([{ name: 'bad', query: 'fromAll(' }])).toEqual([
    { name: 'bad', file: 'bad', outcome: 'created', reason: expect.stringContaining('Unexpected end of input') },
  ])
})

test('says of a query that is faulted from the beginning that it is', async () => {
  const store = open({ projections: [{ name: 'bad', query: 'fromAll(', file: 'queries/bad.js' }] })
  await store.ready()
  expect(hints).toEqual([expect.stringMatching(/^queries\/bad\.js: the projection "bad" is faulted: Unexpected end of input/)])
})

test('a store on disk has them updated, and keeps the others', async () => {
  const first = open({ storage: sqliteStorage({ folder }), projections: [{ name: 'n', query: counting('n') }] })
  await first.project('own', counting('own'))
  await first.close()
  const second = open({ storage: sqliteStorage({ folder }), projections: [{ name: 'n', query: counting('changed') }] })
  await appendTo(second)
  expect([await stateOf(second, 'n'), await stateOf(second, 'own')]).toEqual([{ changed: 1 }, { own: 1 }])
})

describe('files', () => {
  test.each(['', '/**/*.js'])('of a folder, or of a pattern%s', async (pattern) => {
    file('n.js', counting('n'))
    file('deep/other.js', `// @name other one\n// @emit no\n${counting('m')}`)
    file('readme.md', 'fromAll(')
    const store = open({ projections: folder + pattern })
    await appendTo(store)
    expect([await stateOf(store, 'n'), await stateOf(store, 'other one')]).toEqual([{ n: 1 }, { m: 1 }])
  })

  test('that are not there or are wrong end the start, by name', async () => {
    file('a.js', '// @emitt no')
    const start = (projections: string) => open({ projections }).ready()
    await expect(start(folder)).rejects.toMatchObject({
      code: 'invalid-options',
      message: expect.stringContaining('a.js: there is no @emitt.'),
    })
    await expect(start(join(folder, 'none/*.js'))).rejects.toThrow('There is no projection at')
  })
})

test.each([
  [
    [
      { name: 'a', query: '' },
      { name: 'a', query: '' },
    ],
    'two have the name "a"',
  ],
  [[{ name: 'a' }], 'projections[0].query: is missing'],
  [[{ name: 'a', query: '', mode: 'transient' }], 'projections[0].mode: expected one of "continuous", "one-time"'],
  [[{ name: '$a', query: '' }], 'projections[0].name: expected a name that does not begin with "$", found "$a"'],
  [[null], 'projections[0]: expected an object, found null'],
  [{}, 'projections: expected a list, found an object'],
])('the list %j is refused, at the start and later', async (projections, message) => {
  await expect(async () => await open({ projections } as StoreOptions).ready()).rejects.toThrow(message)
  await expect(open({}).projectAll(projections as never)).rejects.toMatchObject({
    code: 'invalid-options',
    message: expect.stringContaining(message) as string,
  })
})
