// Runs in Engine V2 that are interrupted: restarts, another tab that goes on, checkpoints that cannot be written, removed projections.

import { afterEach, describe, expect, it } from 'vitest'
import { openInProcess } from '../../engine/queries/open-query.ts'
import { createStore } from '../../engine/store.ts'
import type { Store } from '../../engine/store.ts'
import type { OpenQuery, Query } from '../../query/query.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

/** One storage for several stores, as tabs share one. */
const shared = (): Storage => ({ ...memoryStorage(), name: crypto.randomUUID(), close: () => Promise.resolve() })

function open(storage: Storage = shared()) {
  const store = createStore({ storage, security: 'insecure', systemProjections: false, queries: 'in-process' })
  stores.push(store)
  const ask = async (method: string, path: string, body?: string) => {
    const headers = body?.startsWith('{') ? { 'Content-Type': 'application/json' } : undefined
    const answer = await store.direct(new Request(`http://store${path}`, { method, headers, body }))
    await store.settled({ failOnFault: false })
    return answer
  }
  const command = (name: string) => ask('POST', `/projection/p/command/${name}`, '')
  return {
    store,
    ask,
    command,
    append: async (stream: string, ...types: string[]) => {
      for (const type of types) await store.append(stream, { type })
      await store.settled({ failOnFault: false })
    },
    /** Creates the projection, with a checkpoint behind every so many events. */
    create: async (query: string, threshold?: number) => {
      await store.project('p', query, { engine: 2, enabled: threshold === undefined })
      if (threshold !== undefined) {
        const config = { emitEnabled: true, checkpointHandledThreshold: threshold, checkpointAfterMs: 0 }
        await ask('PUT', '/projection/p/config', JSON.stringify({ ...config, checkpointUnhandledBytesThreshold: 1e6 }))
        await command('enable')
      }
      await store.settled({ failOnFault: false })
    },
    state: async (partition = '') => await (await ask('GET', `/projection/p/state?partition=${partition}`)).text(),
    statistics: async () => (await (await ask('GET', '/projection/p')).json()) as Record<string, unknown>,
    types: async (stream: string) => (await store.read(stream)).map(({ type }) => type),
  }
}

const count = `fromAll().when({ $init: () => ({ n: 0 }), T: (s) => { s.n++; emit('out', 'E' + s.n, {}) } })`

describe('a restart in the middle', () => {
  it('reads again what no checkpoint holds, and emits it once', async () => {
    const { append, create, command, ask, state, types } = open()
    await append('a', 'T', 'T')
    await create(count)
    expect([await state(), await types('out')]).toEqual(['{"n":2}', []])
    await ask('POST', '/projections/restart', '')
    await append('a', 'T')
    expect([await state(), await types('out')]).toEqual(['{"n":3}', []])
    await command('disable')
    expect(await types('out')).toEqual(['E1', 'E2', 'E3'])
  })

  it('goes on behind the last checkpoint, with the state of its stream', async () => {
    const { append, create, command, ask, state, types } = open()
    await create(count, 2)
    await append('a', 'T', 'T', 'T')
    expect(await types('out')).toEqual(['E1', 'E2'])
    await ask('POST', '/projections/restart', '')
    expect(await state()).toBe('{"n":3}')
    await command('disable')
    expect(await types('out')).toEqual(['E1', 'E2', 'E3'])
    expect(await types('$projections-p-state')).toHaveLength(2)
  })

  it('begins the shared state of a bi-state anew, and goes on with that of each partition', async () => {
    const { append, create, ask, command, state, store } = open()
    await create(
      'options({ biState: true }); fromAll().foreachStream().when({ $init: () => ({ n: 0 }), $initShared: () => ({ all: 0 }), ' +
        'T: ([own, shared]) => { own.n++; shared.all++; return [own, shared] } })',
      1,
    )
    await append('a', 'T', 'T')
    await ask('POST', '/projections/restart', '')
    await append('a', 'T')
    expect(await state('a')).toBe('{"n":3}')
    await command('disable')
    expect((await store.read('$projections-p-state')).at(-1)?.data).toEqual({ all: 1 })
  })
})

it('another tab goes on with the states and emissions that wait for a checkpoint', async () => {
  const storage = shared()
  const first = open(storage)
  await first.append('a', 'T')
  await first.create(count.replace('fromAll()', 'fromAll().foreachStream()'))
  const second = open(storage)
  await second.store.ready()
  await stores.shift()!.close()
  await second.append('b', 'T', 'T')
  expect([await second.state('a'), await second.state('b')]).toEqual(['{"n":1}', '{"n":2}'])
  await second.command('disable')
  expect(await second.types('out')).toEqual(['E1', 'E1', 'E2'])
  expect([await second.types('$projections-p-a-state'), await second.types('$projections-p-b-state')]).toEqual([
    ['$ProjectionState.V2'],
    ['$ProjectionState.V2'],
  ])
})

it('another tab handles the events of a step that the first one was stopped in', async () => {
  const storage = shared()
  const handling = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const openQuery: OpenQuery = async (source, options) => {
    const query = await openInProcess(source, options)
    if (!('definition' in query)) return query
    const run: Query['run'] = async (...slice) => {
      handling.resolve()
      await closed.promise
      return await query.run(...slice)
    }
    const close = () => {
      query.close()
      closed.resolve()
    }
    return { definition: query.definition, load: (...events) => query.load(...events), run, close }
  }
  const first = createStore({ storage, security: 'insecure', systemProjections: false, openQuery })
  await first.append('a', [{ type: 'T' }, { type: 'T' }])
  await first.project('p', count, { engine: 2 })
  await handling.promise
  const { store, append, command, state, types } = open(storage)
  await store.ready()
  await first.close()
  await append('a', 'T')
  expect(await state()).toBe('{"n":3}')
  await command('disable')
  expect(await types('out')).toEqual(['E1', 'E2', 'E3'])
})

describe('a checkpoint that cannot be written', () => {
  it('is lost with everything in it, and the next one faults', async () => {
    const { append, create, command, ask, statistics, types } = open()
    await append('out', 'X')
    await ask('DELETE', '/streams/out')
    await append('gone', 'X')
    const request = new Request('http://store/streams/gone', { method: 'DELETE', headers: { 'Kurrent-HardDelete': 'true' } })
    await stores.at(-1)!.direct(request)
    await create("fromAll().when({ T: (s, e) => { emit(e.streamId === 'a' ? 'gone' : 'out', 'E', {}) } })", 1)
    await append('a', 'T')
    expect(await statistics()).toMatchObject({ status: 'Running', stateReason: '' })
    await append('b', 'T')
    expect(await statistics()).toMatchObject({ stateReason: 'Checkpoint write failed for p' })
    expect([await types('out'), await types('$projections-p-checkpoint')]).toEqual([[], []])
    await command('disable')
  })
})

describe('a state of null', () => {
  it('leaves what is shown and stored as it was', async () => {
    const { append, create, command, state, types } = open()
    await create('fromAll().when({ T: () => ({ n: 1 }), N: () => null })', 1)
    await append('a', 'N')
    expect(await state()).toBe('')
    await append('a', 'T', 'N')
    expect(await state()).toBe('{"n":1}')
    await command('disable')
    expect([await state(), await types('$projections-p-state')]).toEqual(['{"n":1}', ['$ProjectionState.V2']])
  })

  it('that somebody has stored comes to the handler', async () => {
    const { store, create, append, state } = open()
    await store.append('$projections-p-state', { type: 'X', data: 'null' })
    await create('fromAll().when({ $init: () => ({ n: 0 }), T: (s) => ({ was: s }) })')
    await append('a', 'T')
    expect(await state()).toBe('{"was":null}')
  })
})

describe('deleted and created again under its name, it', () => {
  const again = async (query: string) => {
    const { append, create, command, ask, state } = open()
    await append('a', 'T', 'T')
    await create('fromAll().when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })')
    await command('disable')
    await ask('DELETE', `/projection/p?${query}`)
    await append('a', 'T')
    await create('fromAll().when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })')
    return await state()
  }

  it('reads everything again onto the old state, without its checkpoint', async () => {
    expect(await again('deleteCheckpointStream=yes&deleteStateStream=yes&deleteEmittedStreams=yes')).toBe('{"n":5}')
  })

  it('goes on where the old one has stopped, with its checkpoint', async () => {
    expect(await again('')).toBe('{"n":3}')
  })
})

describe('an exception', () => {
  it('hides until it is disabled, then shows its bare message, and enabling begins at the checkpoint again', async () => {
    const { append, create, command, state, statistics } = open()
    await create(`fromAll().when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ }, boom: () => { throw 'on purpose' } })`, 2)
    await append('a', 'T', 'T', 'T', 'boom', 'T')
    expect(await statistics()).toMatchObject({ status: 'Running', stateReason: '', eventsProcessedAfterRestart: 5 })
    await command('disable')
    expect(await statistics()).toMatchObject({ status: 'Faulted', stateReason: 'on purpose' })
    await command('enable')
    expect(await statistics()).toMatchObject({ status: 'Running', eventsProcessedAfterRestart: 3 })
    await command('abort')
    expect(await state()).toBe('{"n":2}')
  })

  it('of a handler that never ends hides too', async () => {
    const { append, create, command, statistics } = open()
    await create('fromAll().when({ loop: () => { for (;;); } })')
    await append('a', 'loop', 'T')
    expect(await statistics()).toMatchObject({ status: 'Running', stateReason: '' })
    await command('disable')
    expect(String((await statistics())['stateReason'])).toContain('took too long')
  })
})

it('a run that has caught up rests: it reads nothing until something is written', async () => {
  const memory = memoryStorage()
  let reads = 0
  const { append, create } = open({ ...memory, read: (work) => (reads++, memory.read(work)) })
  await create(count)
  await append('a', 'T')
  const turns = async () => {
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  // A few reads find out that there is nothing more.
  await turns()
  const before = reads
  await turns()
  expect(reads).toBe(before)
})
