import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'

const query = `fromStream('s').partitionBy((e) => e.data.k).when({
  Set: (s, e) => ({ n: e.data.n }),
  Clear: () => null,
  Keep: (s) => s
})`

/** Runs a partitioned projection over events given as type and partition, one commit after each text. */
const open = async () => {
  const store = createStore({ security: 'insecure' })
  const command = async (name: string) => {
    const url = `http://store/projection/p/command/${name}`
    expect((await store.fetch(new Request(url, { method: 'POST' }))).status).toBe(200)
    await store.settled()
  }
  await store.project('p', query)
  const append = async (...events: readonly string[]) => {
    const parts = events.map((event) => event.split(' '))
    await store.append(
      's',
      parts.map(([type, k]) => ({ type: type!, data: { k, n: 1 } })),
    )
    await store.settled()
  }
  const checkpoints = async (partition: string) => {
    const events = await store.read(`$projections-p-${partition}-checkpoint`)
    return events.map(({ data }) => JSON.stringify(data))
  }
  return { store, append, command, checkpoints }
}

it('writes no checkpoint of a partition that never had a state', async () => {
  const { store, append, command, checkpoints } = await open()
  await append('Clear x', 'Set y')
  await append('Clear x')
  await command('disable')
  expect(await checkpoints('x')).toEqual([])
  expect(await checkpoints('y')).toEqual(['[{"n":1},{"n":1}]'])
  expect(await store.partitions('p')).toEqual(['x', 'y'])
  await store.close()
})

it('writes one where a state becomes none, in the same run or a later one', async () => {
  const { store, append, command, checkpoints } = await open()
  await append('Set x', 'Set y')
  await append('Clear x')
  await command('disable')
  expect(await checkpoints('x')).toEqual(['[]'])
  await command('enable')
  await append('Clear y', 'Clear x')
  await append('Clear y')
  await command('disable')
  expect(await checkpoints('x')).toEqual(['[]'])
  expect((await checkpoints('y')).at(-1)).toBe('[]')
  await store.close()
})

it('writes none of a partition that an event of a later run leaves as it was', async () => {
  const { store, append, command, checkpoints } = await open()
  await append('Set x')
  await command('disable')
  const before = await checkpoints('x')
  await command('enable')
  await append('Keep x', 'Set y')
  await command('disable')
  expect(await checkpoints('x')).toEqual(before)
  expect(await store.read('$projections-p-checkpoint')).toHaveLength(2)
  await store.close()
})

it('writes one where a state came and went in one read, at the event that took it', async () => {
  const { store, append, command, checkpoints } = await open()
  await append('Set y')
  await append('Set x', 'Clear x', 'Clear x', 'Clear z')
  await command('disable')
  expect(await checkpoints('x')).toEqual(['[]'])
  const [written] = await store.read('$projections-p-x-checkpoint')
  expect(written!.metadata).toMatchObject({ $s: { s: 2 } })
  expect(await checkpoints('z')).toEqual([])
  await store.close()
})
