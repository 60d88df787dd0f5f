// What a projection's file says of it, and the plan that follows from it.

import { expect, test } from 'vitest'
import { createStore } from '../../store.ts'
import type { ProjectionFile } from './projection-file.ts'
import { readProjectionFile, readProjectionFiles } from './projection-file.ts'
import type { SendRequest } from './projection-plan.ts'
import { carryOut, hasDrifted, planProjections } from './projection-plan.ts'

const query = 'fromAll().when({ $any: (state, event) => event.data })'
const read = (head: string, file = 'projections/totals.js') => readProjectionFile(file, `${head}\n${query}`)

test('takes its name from the file, and the defaults of the server', () => {
  expect(readProjectionFile('projections/totals.v2.js', query)).toEqual({
    kind: 'projection',
    projection: {
      file: 'projections/totals.v2.js',
      name: 'totals.v2',
      query,
      mode: 'continuous',
      emit: true,
      track: false,
      checkpoints: true,
      engine: 1,
    },
  })
})

test.each([
  ['// @name sums\n// @emit no\n// @engine 2', { name: 'sums', emit: false, engine: 2 }],
  [
    '/*\n * Sums. Of orders.\n * @name sums of orders\n * @mode onetime\n */',
    { name: 'sums of orders', mode: 'one-time', emit: false, checkpoints: false },
  ],
  ['/** @track yes */', { track: true }],
  [
    '// @ts-check\n/// <reference types="rillbox/query-language" />\n// Write to ann@example.org: she knows.\n\n// @checkpoints yes\n// @mode onetime',
    { checkpoints: true },
  ],
])('reads the comment %j', (head, expected) => {
  expect(read(head)).toMatchObject({ kind: 'projection', projection: expected })
})

test('reads nothing behind the first code', () => {
  expect(readProjectionFile('a.js', `${query}\n// @name other`)).toMatchObject({ projection: { name: 'a' } })
})

test.each([
  ['// @emitt yes', 'projections/totals.js: there is no @emitt. Did you mean @emit?'],
  ['// @author ann', 'projections/totals.js: there is no @author. Known are name, mode, emit, track, checkpoints, engine.'],
  ['// @mode transient', 'projections/totals.js: @mode takes continuous, onetime, not "transient".'],
  ['// @emit', 'projections/totals.js: @emit needs a value.'],
  ['// @emit no\n// @emit yes', 'projections/totals.js: @emit stands twice.'],
  ['// @name $by_category', 'projections/totals.js: "$by_category" is a name of the system\'s projections.'],
])('refuses %j', (head, message) => {
  expect(read(head)).toEqual({ kind: 'problem', message })
})

test('refuses two files of one name and takes neither, and takes the others', () => {
  expect(readProjectionFiles({ 'a/totals.js': query, 'b/totals.js': query, 'd.js': '// @emitt no', 'c.js': query })).toEqual({
    projections: [expect.objectContaining({ name: 'c' })],
    problems: ['d.js: there is no @emitt. Did you mean @emit?', 'b/totals.js: "totals" is the name of the projection in a/totals.js too.'],
  })
})

const filesOf = (texts: Readonly<Record<string, string>>): readonly ProjectionFile[] => {
  const { projections, problems } = readProjectionFiles(texts)
  expect(problems).toEqual([])
  return projections
}

test('plans what is to be created, updated and left, and does it', async () => {
  const store = createStore({ systemProjections: false, queries: 'in-process' })
  const send: SendRequest = (method, path, body) =>
    store.direct(
      new Request(`http://store${path}`, {
        method,
        headers: { Accept: 'application/json', 'Content-Type': 'text/plain' },
        ...(body !== undefined && { body }),
      }),
    )
  await store.project('legacy', query)
  const files = filesOf({ 'a.js': query, 'b.js': `// @emit no\n${query}`, 'c.js': `// @mode onetime\n${query}` })
  const actions = async (given = files) =>
    (await planProjections(send, given)).map(({ name, action, differences }) => [name, action, ...differences])
  expect(await actions()).toEqual([
    ['a', 'create'],
    ['b', 'create'],
    ['c', 'create'],
    ['legacy', 'only-there'],
  ])
  await carryOut(send, await planProjections(send, files))
  expect(await actions()).toEqual([
    ['a', 'unchanged'],
    ['b', 'unchanged'],
    ['c', 'unchanged'],
    ['legacy', 'only-there'],
  ])
  expect(hasDrifted(await planProjections(send, files))).toBe(false)
  const changed = filesOf({ 'a.js': `${query} `, 'b.js': query, 'c.js': query })
  expect(await actions(changed)).toEqual([
    ['a', 'update', 'query'],
    ['b', 'update', 'query', 'emit'],
    ['c', 'conflict', 'mode', 'query', 'emit'],
    ['legacy', 'only-there'],
  ])
  await carryOut(send, await planProjections(send, changed))
  expect((await actions(changed)).map(([name, action]) => [name, action])).toEqual([
    ['a', 'unchanged'],
    ['b', 'unchanged'],
    ['c', 'conflict'],
    ['legacy', 'only-there'],
  ])
  await store.close()
})

test('a projection that is refused keeps no other from its place, and one that faults is told', async () => {
  const store = createStore({ systemProjections: false, queries: 'in-process' })
  await store.append('a-1', { type: 'T', data: {} })
  const send: SendRequest = async (method, path, body) => {
    if (path.includes('name=refused')) return new Response('No.', { status: 409, statusText: 'Conflict' })
    return await store.direct(
      new Request(`http://store${path}`, { method, headers: { Accept: 'application/json' }, ...(body !== undefined && { body }) }),
    )
  }
  const files = filesOf({
    'fails.js': "fromAll().when({ $any: () => { throw 'bad' } })",
    'good.js': query,
    'refused.js': query,
    'syntax.js': 'fromAll(',
  })
  const carried = await carryOut(send, await planProjections(send, files))
  expect(carried.map(({ projection: { name }, kind, reason }) => [name, kind, reason])).toEqual([
    ['fails', 'faulted', expect.stringContaining('bad')],
    ['good', 'done', undefined],
    ['refused', 'refused', 'The projection "refused" was refused: 409 Conflict No.'],
    ['syntax', 'faulted', 'Unexpected end of input (<anonymous>:1:9)'],
  ])
  await store.close()
})
