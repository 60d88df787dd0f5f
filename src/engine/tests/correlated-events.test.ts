// Which events `$by_correlation_id` links.

import { afterEach, expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

test('also those that are no JSON, and none that pretend to be', async () => {
  const store = createStore({ security: 'insecure', systemProjections: true })
  stores.push(store)
  const post = async (path: string, type: string, body: string) => {
    const answer = await store.fetch(new Request(`http://es.test${path}`, { method: 'POST', headers: { 'content-type': type }, body }))
    expect(answer.status).toBe(201)
  }
  const query = "fromStream('a').when({ T: (s, e) => linkStreamTo('out', e.streamId) })"
  await post('/projections/continuous?name=linking&emit=yes', 'application/json', query)
  // A text or number as the data is stored as such, flagged as JSON, which it is not: no projection gets it.
  const events = [{ n: 1 }, 'text', 5].map((data) => ({
    eventId: crypto.randomUUID(),
    eventType: 'T',
    data,
    metadata: { $correlationId: 'c' },
  }))
  await post('/streams/a', 'application/vnd.eventstore.events+json', JSON.stringify(events))
  await store.settled()
  const feed = await store.fetch(new Request('http://es.test/streams/a?embed=body', { headers: { accept: 'application/json' } }))
  const { entries } = (await feed.json()) as { entries: { isJson: boolean; data: string }[] }
  expect(entries.map(({ isJson, data }) => [isJson, data])).toEqual([
    [true, ''],
    [true, 'text'],
    [true, expect.stringContaining('1')],
  ])
  expect((await store.read('$bc-c')).map(({ stream, number }) => `${number}@${stream}`)).toEqual(['0@a', '0@out'])
})
