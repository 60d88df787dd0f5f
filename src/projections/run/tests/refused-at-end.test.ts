import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'

const query = "fromStream('s').when({ A: (s, e) => { linkTo('out', e) }, Bad: (s, e) => { throw new Error('boom') } })"

it.each([
  ['the end of the source', 'onetime?checkpoints=yes', [], 'Requested', "The 'out' stream"],
  ['the end of the source', 'continuous?', [], '', "The 'out' stream"],
  ['a fault of the query', 'continuous?', ['Bad'], 'Requested', 'The p projection failed'],
])('a refused emission before %s in %s%j leaves a checkpoint with the status "%s" and the reason %s…', async (...row) => {
  const [, mode, later, checkpointStatus, reason] = row
  const store = createStore({ security: 'insecure' })
  const send = async (method: string, path: string, body?: string) =>
    await store.fetch(new Request(`http://store${path}`, { method, headers: { 'Content-Type': 'text/plain' }, body }))
  await store.append(
    's',
    ['A', ...later].map((type) => ({ type, data: {} })),
  )
  await store.append('out', [{ type: 'B', data: {} }])
  await send('DELETE', '/streams/out')
  await store.append('out', [{ type: 'B', data: {} }])
  await send('POST', `/projections/${mode}&name=p&emit=yes`, query)
  await store.settled()
  const statistics = (await (await send('GET', '/projection/p')).json()) as { stateReason: string }
  expect(statistics).toMatchObject({ status: 'Faulted (Enabled)', checkpointStatus })
  expect(statistics.stateReason).toMatch(reason)
  await store.close()
})
