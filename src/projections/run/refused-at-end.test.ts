import { expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'

const query = "fromStream('s').when({ A: (s, e) => { linkTo('out', e) } })"

it.each([
  ['onetime?checkpoints=yes', 'Requested'],
  ['continuous?', ''],
])('a refused emission at the end of the source leaves a checkpoint of %s with the status "%s"', async (mode, checkpointStatus) => {
  const store = createStore({ security: 'insecure' })
  const send = async (method: string, path: string, body?: string) =>
    store.fetch(new Request(`http://store${path}`, { method, headers: { 'Content-Type': 'text/plain' }, body }))
  await store.append('s', [{ type: 'A', data: {} }])
  await store.append('out', [{ type: 'B', data: {} }])
  await send('DELETE', '/streams/out')
  await store.append('out', [{ type: 'B', data: {} }])
  await send('POST', `/projections/${mode}&name=p&emit=yes`, query)
  await store.settled()
  expect(await (await send('GET', '/projection/p')).json()).toMatchObject({ status: 'Faulted (Enabled)', checkpointStatus })
  await store.close()
})
