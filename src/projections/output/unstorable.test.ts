import { expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'

it.each([
  ['no partitions', '', 'Requested'],
  ['partitions', ".partitionBy(e => 'a')", ''],
])('a transformed state of null faults the checkpoint of a projection with %s', async (_what, partition, checkpointStatus) => {
  const store = createStore({ security: 'insecure' })
  await store.append('s', [{ type: 'A', data: {} }])
  await store.project('p', `fromStream('s')${partition}.when({ A: () => null }).transformBy(() => 1)`)
  await store.settled()
  const disabled = await store.fetch(new Request('http://store/projection/p/command/disable', { method: 'POST' }))
  expect(disabled.status).toBe(200)
  const statistics = (await (await store.fetch(new Request('http://store/projection/p'))).json()) as { stateReason: string }
  expect(statistics).toMatchObject({ status: 'Faulted', lastCheckpoint: 's: -1', checkpointStatus })
  expect(statistics.stateReason).toMatch(/^state == "" && Result != null\r\n {3}at /)
  expect(await store.read('$projections-p-checkpoint')).toEqual([])
  await store.close()
})
