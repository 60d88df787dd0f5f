import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import type { Store } from '../../../engine/store.ts'

const send = async (store: Store, method: string, path: string, body?: string): Promise<Response> => {
  const response = await store.fetch(new Request(`http://store${path}`, { method, ...(body !== undefined && { body }) }))
  await store.settled()
  return response
}
const statistics = async (store: Store) => (await (await send(store, 'GET', '/projection/p')).json()) as Record<string, unknown>

/** A store in which a query by the name of `p` has completed and is gone. */
async function afterQuery(): Promise<Store> {
  const store = createStore({ security: 'insecure' })
  await store.append('s', [{ type: 'T', data: { k: 'a' } }, { type: 'T', data: { k: 'b' } }]) // prettier-ignore
  await send(store, 'POST', '/projections/transient?name=p', `fromStream('s').when({ $any: (s) => ({ n: 1 }) })`)
  expect((await statistics(store)).status).toBe('Completed/Stopped/Writing results')
  expect((await send(store, 'DELETE', '/projection/p')).status).toBe(200)
  return store
}

it('results in front of those of a finished query wait for ever, and with them each link, checkpoint and stop', async () => {
  const store = await afterQuery()
  const query = `fromStream('s').partitionBy((e) => e.data.k).when({ $any: (s) => ({ n: 2 }) }).outputState()`
  await send(store, 'POST', '/projections/continuous?name=p', query)
  const running = { status: 'Running', position: 's: 1', writePendingEventsAfterCheckpoint: 2 }
  expect(await statistics(store)).toMatchObject(running)
  expect(await store.state('p', 'b')).toEqual({ n: 2 })
  expect(await store.read('$projections-p-b-result')).toHaveLength(1)
  expect((await store.read('$projections-p-result')).map(({ type }) => type)).toEqual(['Result', '$Eof'])

  await store.append('s', [{ type: 'T', data: { k: 'c' } }])
  await store.settled()
  expect(await statistics(store)).toMatchObject({ status: 'Running', position: 's: 2', writePendingEventsAfterCheckpoint: 3 })
  expect((await send(store, 'POST', '/projection/p/command/disable')).status).toBe(408)
  expect(await statistics(store)).toMatchObject({ status: 'Stopping', checkpointStatus: 'Requested', lastCheckpoint: 's: -1' })
  expect((await send(store, 'POST', '/projection/p/command/abort')).status).toBe(200)
  expect(await store.read('$projections-p-checkpoint')).toEqual([])
  await store.close()
})

it('a reset gets past them', async () => {
  const store = await afterQuery()
  await send(store, 'POST', '/projections/continuous?name=p', `fromStream('s').when({ $any: () => ({ n: 3 }) }).outputState()`)
  await send(store, 'POST', '/projection/p/command/abort')
  await send(store, 'POST', '/projection/p/command/reset')
  await send(store, 'POST', '/projection/p/command/enable')
  expect((await store.read('$projections-p-result')).map(({ type, data }) => [type, data])).toEqual([['Result', { n: 3 }]])
  await store.close()
})
