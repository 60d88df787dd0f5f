import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'

it('answers for a name that was registered and never defined as for a definition without values', async () => {
  const store = createStore({ security: 'insecure' })
  const ask = async (method: string, path: string) => {
    const init = method === 'POST' ? { method, headers: { 'Content-Type': 'text/plain' }, body: "fromStream('s')" } : { method }
    return await store.fetch(new Request(`http://store${path}`, init))
  }
  await ask('POST', '/projections/onetime?name=p&emit=yes')
  await ask('POST', '/projections/restart')
  const text = await ask('GET', '/projection/p/query')
  expect([text.status, await text.text()]).toEqual([200, ''])
  const query = (await (await ask('GET', '/projection/p/query?config=yes')).json()) as object
  expect(query).toMatchObject({ name: 'p', type: 'Transient', outputConfig: { resultStreamName: '' } })
  const configuration = (await (await ask('GET', '/projection/p/config')).json()) as object
  expect(configuration).toMatchObject({ checkpointHandledThreshold: 4000, maxWriteBatchLength: 500 })
  await store.close()
})
