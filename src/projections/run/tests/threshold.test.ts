import { afterEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../engine/store.ts'
import { createStore } from '../../../engine/store.ts'

const tuning = {
  emitEnabled: false,
  trackEmittedStreams: false,
  checkpointAfterMs: 0,
  checkpointHandledThreshold: 2,
  checkpointUnhandledBytesThreshold: 10_000_000,
  pendingEventsThreshold: 5000,
  maxWriteBatchLength: 500,
  maxAllowedWritesInFlight: 0,
}
const counting = "fromStream('a').when({ T: (s) => { s.n = (s.n || 0) + 1; return s } })"

let store: Store | undefined
afterEach(() => store?.close())

/** A disabled projection `p` that counts the events of type T in stream `a`. */
const open = async (changes: Partial<typeof tuning> = {}, mode = 'continuous?') => {
  const opened = createStore({ security: 'insecure', systemProjections: false })
  store = opened
  let events = 0
  const ask = async (method: string, path: string, body?: string, type = 'application/json') => {
    const headers = { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': type }) }
    return await opened.fetch(new Request(`http://store${path}`, { method, headers, body }))
  }
  const json = async (path: string) => await (await ask('GET', path)).json()
  const append = async (types: string) => {
    const body = Array.from(types, (eventType) => {
      const eventId = `00000000-0000-4000-8000-${String(++events).padStart(12, '0')}`
      return { eventId, eventType, data: {} }
    })
    await ask('POST', '/streams/a', JSON.stringify(body), 'application/vnd.eventstore.events+json')
    await opened.settled()
  }
  /** Position and last checkpoint, and the positions of the checkpoint events that are left. */
  const positions = async () => {
    const { position, lastCheckpoint } = (await json('/projection/p')) as Record<string, string>
    const stream = '/streams/$projections-p-checkpoint'
    const feed = await ask('GET', `${stream}/0/forward/20?embed=tryharder`)
    const entries = feed.status === 200 ? ((await feed.json()) as { entries: { metaData: string }[] }).entries : []
    const written = entries.map(({ metaData }) => (JSON.parse(metaData) as { $s: { a: number } }).$s.a).toReversed()
    return { position, lastCheckpoint, written }
  }
  await ask('POST', `/projections/${mode}&name=p&enabled=no`, counting, 'text/plain')
  await ask('PUT', '/projection/p/config', JSON.stringify({ ...tuning, ...changes }))
  const enable = async () => {
    await ask('POST', '/projection/p/command/enable')
    await opened.settled()
  }
  const disable = async () => await ask('POST', '/projection/p/command/disable')
  return { append, enable, disable, json, positions }
}

describe('the handled threshold', () => {
  it('takes its checkpoint at the event that reaches it, not behind those that do not match', async () => {
    const { append, enable, disable, json, positions } = await open()
    await append('TTXX')
    await enable()
    expect(await positions()).toEqual({ position: 'a: 1', lastCheckpoint: 'a: 1', written: [1] })
    await append('X')
    expect(await positions()).toEqual({ position: 'a: 1', lastCheckpoint: 'a: 1', written: [1] })
    await disable()
    await enable()
    expect(await positions()).toEqual({ position: 'a: 1', lastCheckpoint: 'a: 1', written: [1] })
    await append('TT')
    expect(await positions()).toEqual({ position: 'a: 6', lastCheckpoint: 'a: 6', written: [1, 6] })
    expect(await json('/projection/p/state')).toEqual({ n: 4 })
  })

  it.each([
    ['TXTXTX', 1, 'a: 4', [2, 4]],
    ['TTTTTXT', 3, 'a: 6', [2, 6]],
  ])('takes a checkpoint in %s after every %i events', async (types, checkpointHandledThreshold, last, written) => {
    const { append, enable, positions } = await open({ checkpointHandledThreshold })
    await append(types)
    await enable()
    expect(await positions()).toEqual({ position: last, lastCheckpoint: last, written })
  })

  it('does so for events that come one by one', async () => {
    const { append, enable, positions } = await open()
    await enable()
    await append('T')
    await append('XTX')
    expect(await positions()).toEqual({ position: 'a: 2', lastCheckpoint: 'a: 2', written: [2] })
    await append('X')
    expect(await positions()).toEqual({ position: 'a: 2', lastCheckpoint: 'a: 2', written: [2] })
  })

  it('does so for a one-time projection with checkpoints', async () => {
    const { append, enable, positions } = await open({ checkpointHandledThreshold: 1 }, 'onetime?checkpoints=yes')
    await append('TXX')
    await enable()
    expect(await positions()).toMatchObject({ written: [0] })
  })
})
