// Traces over a store: the steps are those of a real projection, and the store stays as it was.

import { afterEach, describe, expect, test } from 'vitest'
import type { TraceOptions, TracePart } from './trace.ts'
import type { TraceStep } from '../../projections/trace/step.ts'
import type { Store } from '../store.ts'
import type { StoreOptions } from '../options/store-options.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

const storeWith = (options: StoreOptions = {}): Store => {
  const store = createStore(options)
  stores.push(store)
  return store
}

async function partsOf(store: Store, query: string, options?: TraceOptions): Promise<TracePart[]> {
  const parts: TracePart[] = []
  for await (const part of store.trace(query, options)) parts.push(part)
  return parts
}

const stepsOf = (parts: readonly TracePart[]): TraceStep[] => parts.flatMap((part) => (part.kind === 'steps' ? part.steps : []))
const faultOf = (parts: readonly TracePart[]) => {
  const last = parts.at(-1)
  return last?.kind === 'ended' ? last.fault : undefined
}

/** One line for each step. */
const told = (parts: readonly TracePart[]): string[] =>
  stepsOf(parts).map(({ event, link, partition, handler, skipped, state, fault }) => {
    const place = `${event.number}@${event.stream}${link ? ` by ${link.number}@${link.stream}` : ''}`
    const came = fault ? `fails in ${handler}: ${fault.message}` : (skipped ?? `${handler} ${state.before} -> ${state.after}`)
    return `${place} [${partition ?? '-'}] ${came}`
  })

const added = (price: number): { type: string; data: unknown } => ({ type: 'ItemAdded', data: { price } })
const totals = `.when({
  $init: () => ({ total: 0 }),
  ItemAdded: (state, event) => { state.total += event.data.price; log('added'); emit('sums', 'Summed', { total: state.total }, { of: event.streamId }) },
})`

async function fillCarts(store: Store): Promise<void> {
  await store.append('cart-1', [added(5), { type: 'CheckedOut' }])
  await store.append('wish-1', added(1))
  await store.append('cart-2', added(7))
  await store.append('cart-1', added(2))
  await store.settled()
}

describe('a trace reads', () => {
  test('a stream, and the events beside it', async () => {
    const store = storeWith()
    await fillCarts(store)
    const parts = await partsOf(store, `fromStream('cart-1')${totals}`)
    expect(told(parts)).toEqual([
      '0@cart-1 [] ItemAdded  -> {"total":5}',
      '1@cart-1 [-] type-not-handled',
      '0@wish-1 [-] stream-not-read',
      '0@cart-2 [-] stream-not-read',
      '2@cart-1 [] ItemAdded {"total":5} -> {"total":7}',
    ])
    expect(faultOf(parts)).toBeUndefined()
  })

  test('a category through its index stream', async () => {
    const store = storeWith()
    await fillCarts(store)
    const parts = await partsOf(store, `fromCategory('cart').foreachStream()${totals}`)
    expect(parts[0]).toMatchObject({ kind: 'opened', derived: [] })
    expect(told(parts)).toEqual([
      '0@cart-1 by 0@$ce-cart [cart-1] ItemAdded  -> {"total":5}',
      '1@cart-1 by 1@$ce-cart [-] type-not-handled',
      '0@wish-1 [-] stream-not-read',
      '0@cart-2 by 2@$ce-cart [cart-2] ItemAdded  -> {"total":7}',
      '2@cart-1 by 3@$ce-cart [cart-1] ItemAdded {"total":5} -> {"total":7}',
    ])
  })

  test('a category without a written index stream, deleted and truncated events in it', async () => {
    const store = storeWith({ systemProjections: false })
    await fillCarts(store)
    await store.direct(new Request('http://store/streams/cart-2', { method: 'DELETE' }))
    const parts = await partsOf(store, `fromCategory('cart').foreachStream()${totals}`)
    expect(parts[0]).toMatchObject({ kind: 'opened', derived: ['$ce-cart'] })
    expect(told(parts)).toEqual([
      '0@cart-1 by 0@$ce-cart [cart-1] ItemAdded  -> {"total":5}',
      '1@cart-1 by 1@$ce-cart [-] type-not-handled',
      '0@wish-1 [-] stream-not-read',
      '0@cart-2 by 0@$ce-cart [-] not-delivered',
      '2@cart-1 by 2@$ce-cart [cart-1] ItemAdded {"total":5} -> {"total":7}',
      '0@$$cart-2 by 0@$ce-cart [-] type-not-handled',
    ])
  })

  test.each([true, false])('deletions by their category, with the projection that writes it: %s', async (systemProjections) => {
    const store = storeWith({ systemProjections })
    await fillCarts(store)
    await store.direct(new Request('http://store/streams/cart-2', { method: 'DELETE' }))
    await store.settled()
    const parts = await partsOf(
      store,
      `fromCategory('cart').foreachStream().when({
        $init: () => ({ total: 0 }),
        $deleted: (state) => { state.total = -1 },
        ItemAdded: (state, event) => { state.total += event.data.price },
      })`,
    )
    expect(told(parts).at(-1)).toMatch(/^0@\$\$cart-2 by \d@\$ce-cart \[cart-2\] \$deleted {2}-> {"total":-1}$/)
  })

  test('streams that are read and indexed at once, both times', async () => {
    for (const systemProjections of [true, false]) {
      const store = storeWith({ systemProjections })
      await fillCarts(store)
      await store.settled()
      const lines = told(await partsOf(store, `fromStreams('cart-1', '$et-ItemAdded')${totals}`))
      expect(lines.at(-1)).toContain('-> {"total":22}')
      expect(lines).toHaveLength(7)
      expect(new Set(lines.map((line) => line.split(' ')[0]))).toEqual(
        new Set(['0@cart-1', '1@cart-1', '0@wish-1', '0@cart-2', '2@cart-1']),
      )
    }
  })

  test('everything except system events', async () => {
    const store = storeWith()
    await fillCarts(store)
    const parts = await partsOf(store, `fromAll()${totals}`)
    expect(told(parts).map((line) => line.split(' [')[0])).toEqual(['0@cart-1', '1@cart-1', '0@wish-1', '0@cart-2', '2@cart-1'])
  })

  test('links that a query wrote, instead of the events they lead to', async () => {
    const store = storeWith()
    await store.append('a', [added(1), added(2)])
    await store.project('index', "fromStream('a').when({ $any: (s, e) => { if (e.data.price > 1) linkTo('dear', e) } })")
    await store.settled()
    const parts = await partsOf(store, `fromStream('dear')${totals}`)
    expect(told(parts)).toEqual(['0@a [-] stream-not-read', '1@a by 0@dear [] ItemAdded  -> {"total":2}'])
  })
})

describe('a step tells', () => {
  test('states, results, emissions, logs; and nothing is written', async () => {
    const store = storeWith()
    await fillCarts(store)
    const before = await store.snapshot()
    const query = `fromStream('cart-1')${totals}.transformBy((state) => ({ cents: state.total * 100 })).outputState()`
    const [first, , , , last] = stepsOf(await partsOf(store, query))
    expect(first).toMatchObject({
      event: { type: 'ItemAdded', data: '{\n  "price": 5\n}', isJson: true },
      result: { before: '', after: '{"cents":500}' },
      emitted: [{ stream: 'sums', type: 'Summed', data: '{"total":5}', metadata: [['of', '"cart-1"']] }],
      logs: ['added'],
    })
    expect(last?.result).toEqual({ before: '{"cents":500}', after: '{"cents":700}' })
    expect(await store.snapshot()).toEqual(before)
  })

  test('the shared state beside that of the partition', async () => {
    const store = storeWith()
    await store.append('a', [added(1), added(2)])
    const query = `fromAll().foreachStream().when({ $init: () => ({ n: 0 }), $initShared: () => ({ all: 0 }),
      $any: (s) => { s[0].n++; s[1].all += 10; return s } })`
    expect(stepsOf(await partsOf(store, query)).map(({ state, shared }) => [state.after, shared])).toEqual([
      ['{"n":1}', { before: '', after: '{"all":10}' }],
      ['{"n":2}', { before: '{"all":10}', after: '{"all":20}' }],
    ])
  })

  test('why an event was skipped', async () => {
    const store = storeWith()
    await store.append('a', [added(1), { type: 'Other', data: { k: 'x' } }, { type: 'Plain', data: 'text' }])
    await store.seed({ version: 1, events: [{ stream: 'a', type: 'ItemAdded', data: '{', isJson: true }] })
    const query = "fromStream('a').partitionBy((e) => e.data && e.data.k).when({ $any: (s) => s })"
    expect(told(await partsOf(store, query)).map((line) => line.split('] ')[1])).toEqual([
      'no-partition',
      '$any  -> {}',
      'no-partition',
      'data-not-json',
    ])
  })
})

describe('a reader can ask', () => {
  test('the lines that ran, and the values of variables', async () => {
    const store = storeWith()
    await fillCarts(store)
    const query = `fromStream('cart-1').when({
      $init: () => ({ total: 0 }),
      ItemAdded: (state, event) => {
        const { price } = event.data
        state.total += price
      },
    })`
    const [first, second, , , last] = stepsOf(await partsOf(store, query, { lines: true }))
    expect(first).toMatchObject({
      lines: [{ line: 2, times: 1 }, { line: 4 }, { line: 5 }],
      values: [{ line: 4, name: 'price', text: '5' }],
    })
    expect(second).not.toHaveProperty('lines')
    expect(last).toMatchObject({ lines: [{ line: 4 }, { line: 5 }], values: [{ text: '2' }] })
  })

  test('where conditions hold, which change nothing and may be wrong', async () => {
    const store = storeWith()
    await fillCarts(store)
    const conditions = [
      'event.data.price > 4 // and a comment',
      'state.total !== before.total && before',
      'state.total = 100',
      'event.streamId === "cart-2" && event.eventType === "ItemAdded" && partition',
      'state +',
      'nobody.here',
    ]
    const parts = await partsOf(store, `fromCategory('cart').foreachStream()${totals}`, { conditions })
    expect(stepsOf(parts).map(({ met }) => met ?? [])).toEqual([[0, 2], [], [], [0, 2], [1, 2]])
    expect(told(parts).at(-1)).toContain('{"total":5} -> {"total":7}')
    expect(parts.at(-1)).toMatchObject({
      fault: undefined,
      conditions: [undefined, undefined, undefined, undefined, { kind: 'syntax' }, undefined],
    })
  })

  test('a condition that never ends, and the steps come all the same', async () => {
    const store = storeWith()
    await fillCarts(store)
    const endless = '(() => { while (true); })()'
    const parts = await partsOf(store, `fromStream('cart-1')${totals}`, { conditions: [endless], executionTimeout: 50 })
    expect(stepsOf(parts)).toHaveLength(5)
    expect(parts.at(-1)).toMatchObject({ fault: undefined, conditions: [{ kind: 'timeout' }] })
  })
})

describe('failures', () => {
  test('an event that faults the query: earlier events are handled, later ones are not', async () => {
    const store = storeWith()
    await fillCarts(store)
    const query = `fromAll().foreachStream().when({ $init: () => ({ n: 0 }), ItemAdded: (s, e) => {
      s.n++
      if (e.data.price === 7) e.data.lines.length
    } })`
    const parts = await partsOf(store, query)
    expect(told(parts).map((line) => line.replace(/(fails in \w+): .*/, '$1'))).toEqual([
      '0@cart-1 [cart-1] ItemAdded  -> {"n":1}',
      '1@cart-1 [-] type-not-handled',
      '0@wish-1 [wish-1] ItemAdded  -> {"n":1}',
      '0@cart-2 [cart-2] fails in ItemAdded',
      '2@cart-1 [-] after-fault',
    ])
    expect(faultOf(parts)).toMatchObject({ kind: 'runtime', line: 3 })
    expect(stepsOf(parts)[3]?.fault).toEqual(faultOf(parts))
  })

  test('a query that loops for ever, a partition that cannot be found, and a query that is none', async () => {
    const store = storeWith()
    await fillCarts(store)
    const looping = await partsOf(store, 'fromAll().when({ CheckedOut: () => { while (true); } })', { executionTimeout: 50 })
    expect(stepsOf(looping).map(({ handler, skipped, fault }) => fault?.kind ?? skipped ?? handler)).toEqual([
      'type-not-handled',
      'timeout',
      'type-not-handled',
      'type-not-handled',
      'type-not-handled',
    ])
    const lost = await partsOf(store, "fromAll().partitionBy(() => { throw new Error('no') }).when({ $any: (s) => s })")
    expect(stepsOf(lost).map(({ fault, skipped }) => fault?.kind ?? skipped)).toEqual(['partition', ...Array(4).fill('after-fault')])
    const refused = await partsOf(store, 'fromAll().when({')
    expect(refused).toMatchObject([{ kind: 'ended', fault: { kind: 'syntax', line: 1 } }])
  })

  test('a query that emits without being allowed to', async () => {
    const store = storeWith()
    await fillCarts(store)
    const parts = await partsOf(store, `fromStream('cart-2')${totals}`, { emit: false })
    expect(faultOf(parts)?.kind).toBe('emit')
  })
})

describe('the run', () => {
  test('comes in batches, and ends where it is aborted', async () => {
    const store = storeWith()
    const events = Array.from({ length: 1500 }, (_, n) => added(n))
    await store.append('long', events)
    const query = "fromStream('long').when({ $init: () => ({ n: 0 }), ItemAdded: (s) => { s.n++ } })"
    const parts = await partsOf(store, query)
    expect(stepsOf(parts).map(({ event }) => event.number)).toEqual(events.map((_, n) => n))
    expect(stepsOf(parts).at(-1)?.state).toEqual({ before: '{"n":1499}', after: '{"n":1500}' })
    expect(parts.length).toBeGreaterThan(4)
    const controller = new AbortController()
    const seen: TracePart[] = []
    const aborted = (async () => {
      for await (const part of store.trace(query, { signal: controller.signal })) {
        seen.push(part)
        if (part.kind === 'steps') controller.abort()
      }
    })()
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen.map(({ kind }) => kind)).toEqual(['opened', 'steps'])
    await expect(partsOf(store, query, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('can be asked for again once there is more to read', async () => {
    const store = storeWith()
    await store.append('a', added(1))
    await store.settled()
    const [opened] = await partsOf(store, 'fromAll().when({ $any: (s) => s })')
    const { end } = opened as Extract<TracePart, { kind: 'opened' }>
    expect(await store.hasGrown(end)).toBe(false)
    await store.project('checkpoints', "fromStream('a').when({ $any: (s) => s })")
    await store.settled()
    expect(await store.hasGrown(end)).toBe(false)
    await store.append('a', added(2))
    expect(await store.hasGrown(end)).toBe(true)
    await store.clear()
    expect(await store.hasGrown(end)).toBe(true)
  })

  test('leaves out events written meanwhile', async () => {
    const store = storeWith()
    await store.append('a', added(1))
    const steps: TraceStep[] = []
    for await (const part of store.trace('fromAll().when({ $any: (s) => s })')) {
      if (part.kind === 'opened') await store.append('a', added(2))
      if (part.kind === 'steps') steps.push(...part.steps)
    }
    expect(steps).toHaveLength(1)
  })
})

test('another release than that of the store can be asked for', async () => {
  const query = 'fromAll().when({ $any: (s, e) => ({ created: typeof e.created }) })'
  const store = createStore({ release: '26.1', systemProjections: false })
  await store.append('a', { type: 'T' })
  const states = async (options?: TraceOptions): Promise<unknown[]> =>
    (await partsOf(store, query, options))
      .flatMap((part) => (part.kind === 'steps' ? part.steps.map(({ state }) => state.after) : []))
      .slice(0, 1)
  expect(await states()).toEqual(['{"created":"string"}'])
  expect(await states({ release: '23.10' })).toEqual(['{"created":"undefined"}'])
  await expect(states({ release: '25' as '26.1' })).rejects.toThrow('release: ')
  await store.close()
})

test('an index stream that no projection writes passes links on with their own targets', async () => {
  const store = storeWith({ systemProjections: false, queries: 'in-process' })
  await store.append('cart-1', added(5))
  await store.append('open-1', { type: '$>', data: '0@cart-1' })
  expect(told(await partsOf(store, `fromCategory('open').when({ ItemAdded: () => ({ seen: true }) })`))).toEqual([
    '0@cart-1 [-] stream-not-read',
    '0@cart-1 by 0@$ce-open [] ItemAdded  -> {"seen":true}',
  ])
  const byType = told(await partsOf(store, `fromStream('$et-$>').when({ $any: () => ({ seen: true }) })`))
  expect(byType.join()).not.toContain('$any')
})
