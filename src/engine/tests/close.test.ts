import { expect, it } from 'vitest'
import { createStore } from '../store.ts'

it('lets projections make their last commits, however often it is called', async () => {
  const reported: unknown[] = []
  const store = createStore({ environment: { report: (error) => reported.push(error) } })
  await store.project('count', 'fromAll().when({ $init: () => ({ n: 0 }), t: (state) => { state.n++ } })')
  await store.settled()
  await store.append('a', [{ type: 't' }, { type: 't' }])
  await Promise.all([store.close(), store.close()])
  expect(reported).toEqual([])
  await expect(store.read('a')).rejects.toMatchObject({ code: 'storage-closed' })
})
