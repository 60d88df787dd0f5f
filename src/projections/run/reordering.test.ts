import { expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'

it.each([
  ['', 100],
  ['options({ reorderEvents: true, processingLag: 50 }); ', -1],
])('%s has progress at the end of a source without events: %s', async (options, progress) => {
  const store = createStore({ security: 'insecure' })
  await store.project('p', `${options}fromStreams('a', 'b').when({ T: (s) => s })`)
  await store.settled()
  const statistics = async () => (await store.fetch(new Request('http://store/projection/p'))).json()
  expect(await statistics()).toMatchObject({ status: 'Running', progress })
  await store.append('a', [{ type: 'Other', data: {} }])
  await store.settled()
  expect(await statistics()).toMatchObject({ status: 'Running', progress })
  await store.close()
})

it('leaves the progress of a reordering projection at that of its last event', async () => {
  const store = createStore({ security: 'insecure' })
  for (const type of ['T', 'T', 'Other']) await store.append('a', [{ type, data: {} }])
  const query = "fromStreams('a', 'b').when({ T: (s) => s })"
  await store.project('p', `options({ reorderEvents: true, processingLag: 50 }); ${query}`)
  await store.settled()
  const statistics = await (await store.fetch(new Request('http://store/projection/p'))).json()
  expect(statistics).toMatchObject({ status: 'Running', position: 'a: 1; b: -1; ', progress: 50 })
  await store.close()
})
