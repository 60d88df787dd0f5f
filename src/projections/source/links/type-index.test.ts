// Queries over types read the type index first, and then the log.

import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import type { Store } from '../../../engine/store.ts'

const send = async (store: Store, method: string, path: string, body?: string): Promise<string> => {
  const response = await store.fetch(new Request(`http://store${path}`, { method, ...(body !== undefined && { body }) }))
  await store.settled()
  return await response.text()
}
const positionOf = async (store: Store): Promise<string> => {
  await store.settled()
  const { position } = JSON.parse(await send(store, 'GET', '/projection/p')) as { readonly position: string }
  return position.replace(/^C:\d+\/P:\d+; /, '')
}

const shown = "(s, e) => { s.o += e.eventType + e.sequenceNumber + '@' + e.streamId + (e.linkMetadata ? '+ ' : ' ') }"
const query = `fromAll().when({ $init: () => ({ o: '' }), A: ${shown}, B: ${shown} })`
const orderOf = async (store: Store): Promise<string> => {
  await store.settled()
  return ((await store.state('p')) as { readonly o: string }).o.trim()
}

const events = (types: string) => Array.from(types, (type, n) => ({ type, data: { n } }))
/** A store with events in `x`, which are indexed, and enough behind them that the live reader does not remember them. */
async function open(types: string, rest = 'ZZZZZZZZZZZZ'): Promise<Store> {
  const store = createStore({ security: 'insecure' })
  await store.append('x', events(types))
  await store.settled()
  await store.append('z', events(rest))
  await store.settled()
  return store
}

it('goes on in the log where the links of one type end', async () => {
  const store = await open('ABAABAA')
  await store.project('p', query)
  expect(await orderOf(store)).toBe('A0@x+ B1@x+ A2@x+ A3@x+ B4@x+ A5@x A6@x')
  expect(await positionOf(store)).toBe('A: 2; B: 1; ')
  await store.append('x', events('BA'))
  expect(await orderOf(store)).toMatch(/ B7@x A8@x$/)
  expect(await positionOf(store)).toBe('A: 2; B: 1; ')
  await store.close()
})

it('reads all links of the only type, and the log where a type has none', async () => {
  const store = await open('AAA')
  await store.project('p', `fromAll().when({ $init: () => ({ o: '' }), A: ${shown} })`)
  expect(await orderOf(store)).toBe('A0@x+ A1@x+ A2@x+')
  await store.close()
  const other = await open('AAA')
  await other.project('p', query)
  expect(await orderOf(other)).toBe('A0@x A1@x A2@x')
  expect(await positionOf(other)).toBe('A: -1; B: -1; ')
  await other.close()
})

it('reads up to the mark of the index, whatever type has ended', async () => {
  const store = await open('ABAAAA')
  // A new start of the index marks how far it is whole.
  for (const command of ['disable', 'enable']) await send(store, 'POST', `/projection/$by_event_type/command/${command}`)
  await store.append('x', events('A'))
  await store.settled()
  await store.append('z', events('ZZZZZZZZZZZZ'))
  await store.project('p', query)
  expect(await orderOf(store)).toBe('A0@x+ B1@x+ A2@x+ A3@x+ A4@x+ A5@x+ A6@x')
  await store.close()
})

it('goes on behind its checkpoint: in the index again, if there is more', async () => {
  const store = await open('ABAB')
  await store.project('p', query)
  expect(await positionOf(store)).toBe('A: 1; B: 0; ')
  await send(store, 'POST', '/projection/p/command/disable')
  await store.append('x', events('BAB'))
  await store.settled()
  await store.append('z', events('ZZZZZZZZZZZZ'))
  await send(store, 'POST', '/projection/p/command/enable')
  // The links to events that the log has brought are passed over.
  expect(await orderOf(store)).toBe('A0@x+ B1@x+ A2@x+ B3@x B4@x+ A5@x+ B6@x')
  expect(await positionOf(store)).toBe('A: 2; B: 2; ')
  await store.close()
})

it('is told of deletions by the index of deletions', async () => {
  const store = createStore({ security: 'insecure' })
  await store.append('x', events('A'))
  await store.append('y', events('A'))
  await send(store, 'DELETE', '/streams/x')
  await store.append('v', events('A'))
  await store.settled()
  await store.append('z', events('ZZZZZZZZZZZZ'))
  await store.settled()
  const deleted = `fromAll().foreachStream().when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ }, $deleted: (s) => { s.gone = true } })`
  await store.project('p', deleted)
  await store.settled()
  expect(await store.partitions('p')).toEqual(['y', 'x', 'v'])
  expect(await store.state('p', 'x')).toEqual({ n: 0, gone: true })
  expect(await positionOf(store)).toBe('A: 1; $deleted: 0; ')
  await store.close()
})

it('is passed over where it names other positions than the log has', async () => {
  const store = createStore({ security: 'insecure', systemProjections: false })
  await store.append('x', events('AB'))
  const metadata = (n: number) => ({ $c: 5000 + n, $p: 5000 + n })
  await store.append('$et-A', [{ type: '$>', data: '0@x', metadata: metadata(0) }])
  await store.append('$et-B', [{ type: '$>', data: '1@x', metadata: metadata(1) }])
  await store.append('$et', [{ type: '$Checkpoint', data: metadata(9) }])
  await store.append('z', events('ZZZZZZZZZZZZ'))
  await store.project('p', query)
  expect(await orderOf(store)).toBe('A0@x B1@x')
  await store.close()
})

it('answers one-time queries, too', async () => {
  const store = await open('ABAB')
  await send(store, 'POST', '/projections/onetime?name=p', query)
  expect(await orderOf(store)).toBe('A0@x+ B1@x+ A2@x+ B3@x')
  await store.close()
})
