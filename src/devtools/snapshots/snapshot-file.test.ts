import { expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'
import { readFileText, usersEvents } from './snapshot-file.ts'

it('counts the events that users know of', async () => {
  const store = createStore()
  await store.append('order-1', [{ type: 'Placed' }, { type: 'Paid' }])
  await store.project('all', 'fromAll().when({ $any: () => null })')
  await store.settled()
  const snapshot = await store.snapshot()
  await store.close()
  expect(snapshot.events.length).toBeGreaterThan(2)
  expect((await readFileText(new Blob([JSON.stringify(snapshot)]))).events).toBe(2)
  expect(usersEvents([{ stream: '$$order-1' }, { stream: '$$$projections-all' }, { stream: '$streams' }])).toBe(1)
})
