import { describe, expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'

const flags = { deleteEmittedStreams: true, deleteCheckpointStream: true, deleteStateStream: true }
const none = { deleteEmittedStreams: false, deleteCheckpointStream: false, deleteStateStream: false }
const emitting = `fromStreams('a', 'b').when({
  A: (s, e) => { emit('out-' + e.data.n, 'E', {}); return { n: 1 } },
}).outputState()`

const open = async (track: boolean) => {
  const store = createStore()
  await store.append('a', [
    { type: 'A', data: { n: 1 } },
    { type: 'A', data: { n: 2 } },
  ])
  await store.project('p', emitting, { track })
  await store.settled()
  return store
}
const command = async (store: ReturnType<typeof createStore>, method: string, path: string) =>
  (await store.direct(new Request(`http://store/projection/p${path}`, { method }))).status

/** Streams with visible events. */
const found = async (store: ReturnType<typeof createStore>, names: readonly string[]) => {
  const reads = await Promise.all(names.map(async (name) => [name, (await store.read(name)).length] as const))
  return reads.filter(([, length]) => length > 0).map(([name]) => name)
}

describe('the last definition event', () => {
  it.each([
    { source: "fromStream('a')", track: true, query: '', expected: { count: -1, deleted: true, deleting: undefined } },
    { source: "fromStream('a')", track: false, query: '?deleteEmittedStreams=yes', expected: { deleting: true } },
    { source: "fromStreams('a', 'b')", track: false, query: '', expected: { deleted: true } },
    { source: "fromStreams('a', 'a')", track: true, query: '?deleteEmittedStreams=yes', expected: { count: 2, deleting: true } },
    { source: "fromStreams('a', 'b')", track: true, query: '?deleteCheckpointStream=yes', expected: { count: 2, deleting: true } },
  ])('counts as the server does: $source, tracked $track, $query', async ({ source, track, query, expected }) => {
    const store = createStore()
    await store.project('p', `${source}.when({})`, { emit: true, track })
    await command(store, 'POST', '/command/disable')
    await command(store, 'DELETE', query)
    const last = (await store.read('$projections-p')).at(-1)!.data as Record<string, unknown>
    const { numberOfPrequisitesMetForDeletion: count, deleted, deleting } = last
    expect({ count, deleted, deleting }).toEqual(expected)
    await store.close()
  })
})

describe('removedStreams', () => {
  it('names exactly the streams that the deletion then deletes', async () => {
    const store = await open(true)
    await command(store, 'POST', '/command/disable')
    const removed = await store.removedStreams('p', flags)
    expect(removed.filter(({ role }) => role === 'emitted').map(({ stream }) => stream)).toEqual(['out-1', 'out-2'])
    expect(removed.map(({ stream }) => stream)).toEqual(
      expect.arrayContaining(['$projections-p-checkpoint', '$projections-p-result', '$projections-p-emittedstreams']),
    )
    const names = removed.map(({ stream }) => stream)
    expect(await found(store, names)).toEqual(names)
    const query = Object.keys(flags).map((flag) => `${flag}=true`)
    expect(await command(store, 'DELETE', `?${query.join('&')}`)).toBe(200)
    expect(await found(store, [...names, 'a'])).toEqual(['a'])
    await store.close()
  })

  it('changes nothing, and names nothing that is not asked for', async () => {
    const store = await open(true)
    expect(await store.removedStreams('p', none)).toEqual([])
    expect(await store.removedStreams('p', { ...none, deleteStateStream: true })).toEqual([
      { stream: '$projections-p-result', role: 'result' },
    ])
    await store.removedStreams('p', flags)
    expect(await found(store, ['out-1', '$projections-p-result'])).toEqual(['out-1', '$projections-p-result'])
    await store.close()
  })

  it('names a stream that refused the emission, as the server tracks before it writes', async () => {
    const store = createStore()
    await store.append('a', [{ type: 'A', data: { n: 1 } }])
    await store.append('out-1', [{ type: 'B', data: {} }])
    await store.project('p', emitting, { track: true })
    await store.settled()
    expect(await store.removedStreams('p', { ...none, deleteEmittedStreams: true })).toContainEqual({ stream: 'out-1', role: 'emitted' })
    await store.close()
  })

  it('knows no emitted streams that are not tracked, and no projection that is not there', async () => {
    const store = await open(false)
    const removed = await store.removedStreams('p', flags)
    expect(removed.some(({ role }) => role === 'emitted')).toBe(false)
    expect(await store.removedStreams('nobody', flags)).toEqual([])
    await store.close()
  })
})
