import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'

const query = "fromStreams('a', 'b').when({ T: (s) => s })"
const reordering = `options({ reorderEvents: true, processingLag: 50 }); ${query}`
/** So many events that the projection's own reader reads those before them. */
const pad = Array.from({ length: 20 }, () => 'Pad')

it.each([
  [query, [], 100],
  [reordering, [], -1],
  [reordering, ['T', 'T'], -1],
  [reordering, ['T', 'T', 'Other'], 100],
  [reordering, ['T', 'Other', 'Other', 'T'], 66.7],
  [reordering, ['Other'], -2],
])('%s has at the end of %j the progress %s', async (text, types, progress) => {
  const store = createStore({ security: 'insecure' })
  for (const type of types) await store.append('a', [{ type, data: {} }])
  await store.append(
    'pad',
    pad.map((type) => ({ type, data: {} })),
  )
  await store.project('p', text)
  await store.settled()
  const statistics = async () => await (await store.fetch(new Request('http://store/projection/p'))).json()
  expect(await statistics()).toMatchObject({ status: 'Running', progress })
  await store.append('a', [{ type: 'Other', data: {} }])
  await store.settled()
  expect(await statistics()).toMatchObject({ status: 'Running', progress: 100 })
  await store.close()
})
