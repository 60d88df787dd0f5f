import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { readPrinted } from './read-printed.ts'

it('keeps the digits of large numbers, in events and states', async () => {
  const store = createStore()
  onTestFinished(() => store.close())
  const headers = { 'Content-Type': 'application/json', 'ES-EventType': 'Counted', 'ES-EventId': crypto.randomUUID() }
  await store.direct(new Request('http://store/streams/big', { method: 'POST', headers, body: '{"n":9007199254740993}' }))
  await store.append('big', [{ type: 'Counted', data: { n: 1 } }])
  await store.project('last', "fromStream('big').when({ Counted: (s, e) => ({ n: e.data.n }) })")
  await store.settled()
  const { streams, projections } = (await readPrinted(store))!
  expect(
    streams.map(({ name, events, left }) => [name, events.map(({ number, data }) => [number, data.replaceAll(/\s/g, '')]), left]),
  ).toEqual([
    [
      'big',
      [
        [0, '{"n":9007199254740993}'],
        [1, '{"n":1}'],
      ],
      0,
    ],
  ])
  expect(projections).toMatchObject([{ name: 'last', states: [{ partition: '', state: '{"n":1}' }] }])
})
