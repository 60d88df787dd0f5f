import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import type { Store } from '../../../engine/store.ts'

const send = async (store: Store, method: string, path: string, headers: Record<string, string> = {}): Promise<string> => {
  const response = await store.fetch(new Request(`http://store${path}`, { method, headers }))
  await store.settled()
  return await response.text()
}
const positionOf = async (store: Store): Promise<unknown> =>
  (JSON.parse(await send(store, 'GET', '/projection/p')) as { readonly position: unknown }).position

const count = '{ $init: () => ({ n: 0 }), T: (s) => { s.n++ } }'
const appended = async (store: Store, stream: string): Promise<void> => {
  await store.append(stream, [{ type: 'T', data: {} }])
  await store.settled()
}

it('a run of release 23.10 goes on from a checkpoint behind a hard deletion of one of its streams', async () => {
  const store = createStore({ security: 'insecure', release: '23.10' })
  for (const stream of ['a', 'b', 'b']) await appended(store, stream)
  await store.project('p', `fromStreams('a', 'b').when(${count})`)
  await store.settled()
  await send(store, 'DELETE', '/streams/b', { 'ES-HardDelete': 'true' })
  expect(await positionOf(store)).toBe('a: 0; b: 1; ')
  await appended(store, 'a')
  expect(await positionOf(store)).toBe('a: 1; b: 9223372036854775807; ')
  await appended(store, 'a')
  await send(store, 'POST', '/projection/p/command/disable')
  const [checkpoint] = await store.read('$projections-p-checkpoint')
  expect(checkpoint!.metadata).toMatchObject({ $s: { a: 2 } })
  await send(store, 'POST', '/projection/p/command/enable')
  await appended(store, 'a')
  expect(await positionOf(store)).toBe('a: 3; b: 9223372036854775807; ')
  expect(await store.state('p')).toEqual({ n: 6 })
  await store.close()
})

it.each([
  ['a user, which has no category', 'b', 'c: 0; $ce-a: 1; '],
  ['a category', 'a-1', 'c: 1; $ce-a: 2; '],
])('positions count the deletion of a stream of %s only where the source has it', async (_, deleted, position) => {
  const store = createStore({ security: 'insecure' })
  for (const stream of ['a-1', 'a-2', 'b', 'c']) await appended(store, stream)
  await store.project('p', `fromStreams('c', '$ce-a').when(${count})`)
  await store.settled()
  await send(store, 'DELETE', `/streams/${deleted}`)
  expect(await positionOf(store)).toBe('c: 0; $ce-a: 1; ')
  if (deleted !== 'b') await appended(store, 'c')
  expect(await positionOf(store)).toBe(position)
  await store.close()
})

const counts = '$init: () => ({ gone: 0 }), $deleted: (s) => { s.gone++ }'

it.each([
  ['soft', 'a system stream', '$s', {}],
  ['hard', 'a system stream', '$s', { 'ES-HardDelete': 'true' }],
  ['soft', "a projection's results", '$projections-q-result', undefined],
])('a projection over the log hears at once of a %s deletion of %s', async (_, __, stream, headers) => {
  const store = createStore({ security: 'insecure' })
  await store.project('p', `fromAll().foreachStream().when({ ${counts}, T: () => {} })`)
  await store.project('q', `fromStream('a').when(${count}).outputState()`)
  for (const written of ['a', '$s']) await appended(store, written)
  if (headers) await send(store, 'DELETE', `/streams/${stream}`, headers)
  else {
    await send(store, 'POST', '/projection/q/command/disable')
    await send(store, 'DELETE', '/projection/q?deleteStateStream=yes')
  }
  expect(await store.state('p', stream)).toEqual({ gone: 1 })
  await store.close()
})

it('a projection over the log hears at once of a link to a deletion, wherever and whenever it is written', async () => {
  const store = createStore({ security: 'insecure', systemProjections: false })
  await store.project('p', `fromAll().foreachStream().when({ ${counts}, $any: () => {} })`)
  await appended(store, 'a')
  await send(store, 'DELETE', '/streams/a')
  await appended(store, 'b')
  await store.append('$links', { type: '$>', data: '0@$$a' })
  await store.settled()
  expect(await store.state('p', 'a')).toEqual({ gone: 2 })
  await store.close()
})
