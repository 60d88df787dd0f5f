import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'

it.each([
  ['the query', "throw new Error('boom')"],
  ['an emission without a stream', "emit('', 'B', {})"],
])('events behind one that fails by %s are in the order stream: they were taken before it', async (_cause, failing) => {
  const store = createStore({ security: 'insecure' })
  await store.append(
    's',
    ['A', 'Bad', 'A', 'A'].map((type) => ({ type, data: {} })),
  )
  await store.project('p', `fromStreams('s', 't').when({ A: () => {}, Bad: () => { ${failing} } })`)
  await store.settled()
  const taken = await store.read('$projections-p-order')
  expect(taken.map(({ number, stream }) => `${number}@${stream}`)).toEqual(['0@s', '1@s', '2@s', '3@s'])
  await store.close()
})

it('events whose order cannot be recorded are not handled, and wait for ever', async () => {
  const store = createStore({ security: 'insecure' })
  await store.append(
    's',
    [1, 2].map((n) => ({ type: 'A', data: { n } })),
  )
  const send = async (method: string, path: string): Promise<unknown> =>
    await (await store.fetch(new Request(`http://store/projection/p${path}`, { method }))).json()
  const query = "fromStreams('s', 't').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })"
  await store.project('p', query)
  await store.settled()
  await send('POST', '/command/disable')
  await send('DELETE', '')
  await store.project('p', query)
  await store.settled()
  expect(await send('GET', '')).toMatchObject({
    status: 'Faulted (Enabled)',
    stateReason: expect.stringContaining("Stream: '$projections-p-order'"),
    position: 's: -1; t: -1; ',
    eventsProcessedAfterRestart: 0,
    writePendingEventsAfterCheckpoint: 2,
  })
  await send('POST', '/command/disable')
  expect(await send('GET', '')).toMatchObject({ status: 'Stopped/Faulted' })
  await store.close()
})
