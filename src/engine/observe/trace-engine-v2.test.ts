// Traces in the server's second engine: the log in its order, and what a projection in it makes of the events.

import { afterEach, describe, expect, test } from 'vitest'
import type { TraceOptions, TracePart } from './trace.ts'
import type { TraceStep } from '../../projections/trace/step.ts'
import type { StoreOptions } from '../options/store-options.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

async function filled(options: StoreOptions = {}): Promise<Store> {
  const store = createStore({ systemProjections: false, queries: 'in-process', ...options })
  stores.push(store)
  await store.append('a-1', { type: 'T', data: { k: 'x' } })
  await store.append('b-1', { type: 'T', data: { k: 5 } })
  await store.append('a-1', { type: 'U' })
  await store.settled()
  return store
}

async function traced(store: Store, query: string, options: TraceOptions = { engine: 2 }) {
  const steps: TraceStep[] = []
  let opened: Extract<TracePart, { kind: 'opened' }> | undefined
  let fault: string | undefined
  for await (const part of store.trace(query, options)) {
    if (part.kind === 'opened') opened = part
    else if (part.kind === 'steps') steps.push(...part.steps)
    else fault = part.fault?.message
  }
  return { steps, opened, fault, told: steps.map(told) }
}

/** One line for each step. */
const told = ({ event, link, partition, handler, skipped, state, fault }: TraceStep): string =>
  `${event.number}@${event.stream}${link ? ` by ${link.number}@${link.stream}` : ''} ` +
  (fault ? `fails: ${fault.message}` : (skipped ?? `[${partition}] ${handler} ${state.after}`))

const count = '(s) => { s.n = (s.n ?? 0) + 1 }'

describe('the source', () => {
  test('is the log in its order, also for several streams', async () => {
    const store = await filled()
    const query = `fromStreams('b-1', 'a-1').when({ T: ${count} })`
    expect((await traced(store, query)).told).toEqual(['0@a-1 [] T {"n":1}', '0@b-1 [] T {"n":2}', '1@a-1 type-not-handled'])
  })

  test('of a category are its streams, and of several categories their indexes, with or without the projection that writes them', async () => {
    const store = await filled()
    const one = await traced(store, `fromCategory('a').when({ $any: ${count} })`)
    expect(one.told).toEqual(['0@a-1 [] $any {"n":1}', '0@b-1 stream-not-read', '1@a-1 [] $any {"n":2}'])
    expect(one.opened).toMatchObject({ engine: 2, derived: [] })
    const query = `fromCategory(['a', 'b']).when({ $any: ${count} })`
    const derived = await traced(store, query)
    expect(derived.opened?.derived).toEqual(['$ce-a', '$ce-b'])
    const ends = ['[] $any {"n":1}', '[] $any {"n":2}', '[] $any {"n":3}']
    expect(derived.told.map((line) => line.replace(/^.* (?=\[)/, ''))).toEqual(ends)
    const indexed = await traced(await filled({ systemProjections: true }), query)
    expect(indexed.opened?.derived).toEqual([])
    expect(indexed.told.map((line) => line.replace(/^.* (?=\[)/, ''))).toEqual(ends)
    expect(indexed.steps.map(({ link }) => link?.stream)).toEqual(['$ce-a', '$ce-b', '$ce-a'])
  })

  test('gives $any an event again for every link, and named handlers once, as a projection counts them', async () => {
    const store = await filled({ systemProjections: true })
    for (const [name, query] of [
      ['any', `fromAll().when({ $init: () => ({ n: 0 }), $any: ${count} })`],
      ['named', `fromAll().when({ $init: () => ({ n: 0 }), T: ${count} })`],
    ] as const) {
      await store.project(name, query, { engine: 2 })
      await store.settled()
      const { steps } = await traced(store, query, { projection: name })
      expect(steps.findLast(({ handler }) => handler !== undefined)?.state.after).toBe(JSON.stringify(await store.state(name)))
    }
    expect(await store.state('any')).toEqual({ n: 11 })
    expect(await store.state('named')).toEqual({ n: 2 })
  })
})

describe('a step', () => {
  test('has the year 1, no category and the root as handlers see them, and what kind of partition is skipped', async () => {
    const store = await filled()
    const seen = await traced(store, "fromCategory('a').when({ T: (s, e) => [e.created, e.category, e.partition] })")
    expect(seen.steps[0]?.state.after).toBe('["0001-01-01T00:00:00.0000000",null,""]')
    const partitioned = await traced(store, `fromAll().partitionBy((e) => e.data && e.data.k).when({ $any: ${count} })`)
    expect(partitioned.told).toEqual(['0@a-1 [x] $any {"n":1}', '0@b-1 [5] $any {"n":1}', '1@a-1 no-partition'])
  })

  test('shows an exception that a projection hides until it is disabled, and handles nothing behind it', async () => {
    const store = await filled()
    const query = `fromAll().when({ T: (s, e) => { if (e.streamId === 'b-1') throw new Error('on purpose') }, U: ${count} })`
    const { told, fault } = await traced(store, query)
    expect(told).toEqual([expect.stringMatching(/^0@a-1 \[\] T/), '0@b-1 fails: on purpose', '1@a-1 after-fault'])
    expect(fault).toBe('on purpose')
  })

  test('drops emissions without the permission, where the first engine faults', async () => {
    const store = await filled()
    const query = "fromAll().when({ T: () => { emit('out', 'E', {}) } })"
    expect((await traced(store, query, { engine: 2, emit: false })).fault).toBeUndefined()
    expect((await traced(store, query, { engine: 1, emit: false })).fault).toBeDefined()
    expect((await traced(store, query)).steps.map(({ emitted }) => emitted.length)).toEqual([1, 1, 0])
  })
})

test('the engine is that of the projection unless another is asked for, and only where the server has it', async () => {
  const store = await filled()
  const query = `fromAll().when({ $any: ${count} })`
  await store.project('second', query, { engine: 2 })
  await store.project('first', query)
  const engine = async (options: TraceOptions, of = store) => (await traced(of, query, options)).opened?.engine
  expect([await engine({}), await engine({ projection: 'first' }), await engine({ projection: 'second' })]).toEqual([1, 1, 2])
  expect([await engine({ projection: 'second', engine: 1 }), await engine({ engine: 2, continuous: false })]).toEqual([1, 1])
  expect(await engine({ engine: 2 }, await filled({ release: '23.10' }))).toBe(1)
})

test('conditions run beside it', async () => {
  const { steps } = await traced(await filled(), `fromAll().when({ $any: ${count} })`, { engine: 2, conditions: ['state.n === 2'] })
  expect(steps.map(({ met = [] }) => met)).toEqual([[], [0], []])
})

test('store.explain counts what the projection in its engine has handled', async () => {
  const store = await filled()
  await store.project('p', `fromCategory('a').when({ T: ${count} })`, { engine: 2 })
  await store.settled()
  expect(await store.explain('p')).toMatchObject({ handled: 1, skipped: [{ count: 1 }, { count: 1 }] })
})
