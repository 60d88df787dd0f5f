import { afterEach, describe, expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'
import type { Store } from '../../engine/store.ts'
import type { StoreOptions } from '../../engine/options/store-options.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

/** A store, and ways to ask it over HTTP. */
function open(options: StoreOptions = {}) {
  const store = createStore({ security: 'insecure', systemProjections: false, ...options })
  stores.push(store)
  const ask = async (method: string, path: string, body?: string, given?: Record<string, string>) => {
    const headers = given ?? (body === undefined ? undefined : { 'Content-Type': body.startsWith('{') ? 'application/json' : 'text/plain' })
    return await store.direct(new Request(`http://store${path}`, { method, headers, body }))
  }
  const settled = async (answer: Promise<Response>) => {
    const { status } = await answer
    await store.settled()
    return status
  }
  return {
    store,
    ask,
    create: (query: string, parameters = '') =>
      settled(ask('POST', `/projections/continuous?name=p&enabled=yes&emit=yes&engineversion=2${parameters}`, query)),
    command: (command: string) => settled(ask('POST', `/projection/p/command/${command}`, '')),
    append: async (stream: string, ...types: string[]) => {
      await store.append(
        stream,
        types.map((type) => ({ type })),
      )
      await store.settled()
    },
    state: async (partition?: string) =>
      await (await ask('GET', `/projection/p/state${partition === undefined ? '' : `?partition=${partition}`}`)).text(),
    statistics: async () => (await (await ask('GET', '/projection/p')).json()) as Record<string, unknown>,
    types: async (stream: string) => (await store.read(stream)).map(({ type }) => type),
  }
}

const list = '(s, e) => { s.seen = [...(s.seen ?? []), e.streamId + e.sequenceNumber] }'

describe('Engine V2', () => {
  it('reads the log once, in its order, and shows no position', async () => {
    const { append, create, state, statistics, ask } = open()
    await append('a', 'T')
    await append('b', 'T', 'U')
    await append('a', 'T')
    expect(await create(`fromStreams('b', 'a').when({ T: ${list} })`)).toBe(201)
    expect(await state()).toBe('{"seen":["a0","b0","a1"]}')
    expect(await statistics()).toMatchObject({
      version: 0,
      epoch: 0,
      position: '',
      progress: 0,
      lastCheckpoint: null,
      eventsProcessedAfterRestart: 3,
      partitionsCached: 0,
      partitionStateCacheSize: 1,
      status: 'Running',
    })
    const { headers } = await ask('GET', '/projection/p/state')
    expect([headers.get('ES-Position'), headers.get('Kurrent-Position')]).toEqual([null, null])
  })

  it('is not chosen by other numbers, by text, for other modes and in release 23.10', async () => {
    const { store, ask } = open()
    await store.append('a', { type: 'T' })
    for (const [path, isOld] of [
      ['/projections/continuous?name=q&engineversion=3', true],
      ['/projections/continuous?name=q&engineversion=two', true],
      ['/projections/onetime?name=q&engineversion=2', true],
      ['/projections/continuous?name=q&engineversion=2', false],
    ] as const) {
      await ask('POST', `${path}&enabled=yes`, `fromAll().when({ T: ${list} })`)
      await store.settled()
      const { position } = (await (await ask('GET', '/projection/q')).json()) as { position: string }
      expect([path, position !== '']).toEqual([path, isOld])
      await ask('POST', '/projection/q/command/disable', '')
      await ask('DELETE', '/projection/q')
      await store.settled()
    }
    const older = open({ release: '23.10' })
    await older.append('a', 'T')
    await older.create(`fromAll().when({ T: ${list} })`)
    expect((await older.statistics())['position']).not.toBe('')
  })

  it('finds the streams of a category without $by_category, by the whole name', async () => {
    const { append, create, state } = open()
    await append('a-b-1', 'T')
    await append('a-c', 'T')
    await create(`fromCategory('a-b').when({ T: ${list} })`)
    expect(await state()).toBe('{"seen":["a-b-10"]}')
  })

  it('tells no time, no category and no partition to handlers', async () => {
    const { append, create, state } = open()
    await append('a-1', 'T')
    await create("fromCategory('a').when({ T: (s, e) => [e.created, e.category, e.partition] })")
    expect(await state()).toBe('["0001-01-01T00:00:00.0000000",null,""]')
  })

  it('hands an event to $any again for each link, and to named handlers once', async () => {
    const { store, append, create, state } = open({ systemProjections: true })
    await append('a-1', 'T')
    await create('fromAll().when({ $init: () => ({ any: 0 }), $any: (s, e) => { if (e.eventType === "T") s.any++ } })')
    expect(await state()).toBe('{"any":4}')
    await store.project('named', 'fromAll().when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })')
    await store.settled()
    expect(await store.state('named')).toEqual({ n: 1 })
  })

  it('keeps states in streams of their own, which outlive the projection', async () => {
    const { append, create, command, state, types, ask, store } = open()
    await append('a', 'T')
    await append('b', 'T')
    await create('fromAll().foreachStream().when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })')
    expect([await state('a'), await state('none'), await state()]).toEqual(['{"n":1}', '', ''])
    await command('disable')
    expect(await types('$projections-p-a-state')).toEqual(['$ProjectionState.V2'])
    expect(await state('a')).toBe('{"n":1}')
    await ask('DELETE', '/projection/p?deleteStateStream=yes&deleteCheckpointStream=yes&deleteEmittedStreams=yes')
    await store.settled()
    expect(await types('$projections-p-a-state')).toEqual(['$ProjectionState.V2'])
    // A later projection of the same name goes on with them.
    await create('fromAll().foreachStream().when({ $init: () => ({ n: 0 }), T: (s) => { s.n += 10 } })')
    expect(await state('a')).toBe('{"n":11}')
  })

  it('goes on behind its checkpoint when it is enabled again, and after a reset', async () => {
    const { append, create, command, state } = open()
    await append('a', 'T')
    await create('fromAll().when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })')
    await command('disable')
    await append('a', 'T')
    await command('enable')
    expect(await state()).toBe('{"n":2}')
    await command('reset')
    await append('a', 'T')
    expect(await state()).toBe('{"n":3}')
  })

  it('writes emissions with the next checkpoint, in the order of the log', async () => {
    const { append, create, command, types } = open()
    await append('a', 'T', 'U')
    await create("fromAll().when({ T: () => emit('out', 'first', {}), U: (s, e) => { linkTo('out', e); emit('out', 'last', {}) } })")
    expect(await types('out')).toEqual([])
    await command('disable')
    expect(await types('out')).toEqual(['first', 'U', 'last'])
  })

  it('rests at the end of the log', async () => {
    let looks = 0
    const now = (): number => {
      looks++
      return Date.now()
    }
    const { append, create } = open({ environment: { now } })
    await append('a', 'T')
    await create('fromAll().when({ T: (s) => { s.n = 1 } })')
    // Each step of a run asks for the time.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(looks).toBeLessThan(1000)
  })

  it('hides an exception until it is disabled, and goes on counting', async () => {
    const { append, create, command, state, statistics } = open()
    await append('a', 'T', 'boom')
    await create("fromAll().when({ T: (s) => { s.n = 1 }, boom: () => { throw new Error('boom') } })")
    await append('a', 'T')
    expect(await statistics()).toMatchObject({ status: 'Running', stateReason: '', eventsProcessedAfterRestart: 3 })
    await command('disable')
    expect(String((await statistics())['stateReason'])).toContain('boom')
    expect(await state()).toBe('')
  })

  it('faults at once, with the bare message, where an event has no partition', async () => {
    const { append, create, statistics } = open()
    await append('a', 'T', 'T', 'boom', 'T')
    await create(
      "fromAll().partitionBy((e) => { if (e.eventType === 'boom') throw new Error('no key'); return 'k' }).when({ $any: () => {} })",
    )
    expect(await statistics()).toMatchObject({ status: 'Faulted (Enabled)', stateReason: 'no key', eventsProcessedAfterRestart: 2 })
  })

  it('faults at once where a partition takes too long to find', async () => {
    const { append, create, statistics } = open()
    await append('a', 'T')
    await create('fromAll().partitionBy(() => { for (;;); }).when({ $any: () => {} })')
    const shown = await statistics()
    expect(shown).toMatchObject({ status: 'Faulted (Enabled)', eventsProcessedAfterRestart: 0 })
    expect(shown['stateReason']).toMatch(/^Projection script took too long to execute \(took: [\d:.]+, allowed: 00:00:00\.2500000$/)
  })

  it('keeps the shared part of a bi-state beside that of each partition', async () => {
    const { append, create, command, state, types } = open()
    await append('a', 'T', 'T')
    await append('b', 'T')
    await create(
      'options({ biState: true }); fromAll().foreachStream().when({ $init: () => ({ n: 0 }), $initShared: () => ({ all: 0 }), ' +
        'T: ([own, shared]) => { own.n++; shared.all++; return [own, shared] } })',
    )
    expect([await state('a'), await state('b')]).toEqual(['{"n":2}', '{"n":1}'])
    await command('disable')
    expect((await types('$projections-p-state')).length).toBeGreaterThan(0)
  })

  it('writes the shared part of a bi-state where the partition has no name, and shows the other part while it runs', async () => {
    const { store, append, create, command, state } = open()
    await append('a', 'T', 'T')
    await create(
      "options({ biState: true }); fromStream('a').when({ $init: () => ({ n: 0 }), $initShared: () => ({ all: 0 }), " +
        'T: ([own, shared]) => { own.n++; shared.all++; return [own, shared] } })',
    )
    expect(await state()).toBe('{"n":2}')
    await command('disable')
    expect((await store.read('$projections-p-state')).map(({ data }) => data)).toEqual([{ all: 2 }])
    expect(await state()).toBe('{"all":2}')
  })

  it.each([
    ['26.1', 'text', '{"a": 1}', 'Faulted'],
    ['26.2', '"texttext"', '{"a":1}', 'Stopped'],
  ] as const)('keeps texts in release %s as its handlers give them', async (release, text, body, status) => {
    const one = open({ release })
    await one.append('a', 'T', 'T')
    await one.create("fromStream('a').when({ T: (s) => (typeof s === 'string' ? s + 'text' : 'text') })")
    expect(await one.state()).toBe(text)
    await one.command('disable')
    expect((await one.statistics())['status']).toBe(status)
    const other = open({ release })
    await other.store.append('b', { type: 'T', data: { a: 1 } })
    await other.create("fromStream('b')")
    expect((await other.state()).replace(/\n */g, '')).toBe(body)
  })

  it('shows no handler an event whose JSON has no text, but makes its partition and counts it', async () => {
    const { ask, append, create, state, statistics } = open({ acceptUnparsableBodies: true })
    for (const body of ['', ' \n'])
      await ask('POST', `/streams/a`, body, { 'Content-Type': 'application/json', 'ES-EventType': 'T', 'ES-EventId': crypto.randomUUID() })
    await create(
      "fromStream('a').when({ $init: () => ({ seen: [] }), $created: (s) => { s.made = true }, T: (s, e) => { s.seen.push(e.bodyRaw) } })",
    )
    expect(await state()).toBe('{"seen":[],"made":true}')
    // Without data an event is not JSON.
    await append('a', 'T')
    expect(await state()).toBe('{"seen":[null],"made":true}')
    expect((await statistics())['eventsProcessedAfterRestart']).toBe(3)
  })

  it('partitions by texts and numbers, and skips what is neither', async () => {
    const { store, create, state, statistics } = open()
    for (const k of ['p', 5, '', true, null, {}]) await store.append('a', { type: 'T', data: { k } })
    await create('fromAll().partitionBy((e) => e.data.k).when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })')
    expect([await state('p'), await state('5'), await state(), await state('true'), await state('null')]).toEqual([
      '{"n":1}',
      '{"n":1}',
      '{"n":1}',
      '',
      '',
    ])
    expect(await statistics()).toMatchObject({ eventsProcessedAfterRestart: 6, partitionStateCacheSize: 3 })
  })

  it('writes a checkpoint, and with it states, as often as the configuration says', async () => {
    const { ask, append, create, command, types } = open()
    await create('fromAll().when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })')
    await command('disable')
    await ask('PUT', '/projection/p/config', '{"checkpointHandledThreshold":1,"checkpointUnhandledBytesThreshold":1,"checkpointAfterMs":0}')
    await command('enable')
    const before = (await types('$projections-p-state')).length
    await append('a', 'T', 'T', 'T')
    expect((await types('$projections-p-state')).length - before).toBe(3)
  })

  it('drops emissions without the permission to emit, and writes no results', async () => {
    const { store, ask, types } = open()
    await store.append('a', { type: 'T' })
    const query = "fromAll().when({ T: (s) => { s.n = 1; emit('out', 'E', {}) } }).transformBy((s) => ({ m: s.n })).outputState()"
    await ask('POST', '/projections/continuous?name=p&enabled=yes&emit=no&engineversion=2', query)
    await store.settled()
    expect(await (await ask('GET', '/projection/p/result')).text()).toBe('{"n":1}')
    await ask('POST', '/projection/p/command/disable', '')
    await store.settled()
    expect([await types('out'), await types('$projections-p-result')]).toEqual([[], []])
    expect((await (await ask('GET', '/projection/p')).json()) as object).toMatchObject({ status: 'Stopped', stateReason: '' })
  })
})
