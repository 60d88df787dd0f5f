import { expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'

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
