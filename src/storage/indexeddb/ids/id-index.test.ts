import { expect, it } from 'vitest'
import { useFakeIndexedDb } from '../fake-indexeddb.fixture.ts'
import { indexedDbStorage } from '../indexeddb.ts'
import { append, idOf, run } from '../../storage.fixture.ts'

// The contract asks stores that one Bloom filter covers; 80,000 ids fill it.
it('finds ids in several parts of the log, in records that lie in both, and among those that no record holds yet', async () => {
  useFakeIndexedDb()
  const storage = indexedDbStorage({ name: 'rillbox' })
  let end = 0
  for (const size of [40_000, 39_990, 300, 20_000, 5]) {
    const events = run('a', end, size).map((event) => ({ ...event, id: idOf(event.number), data: '' }))
    await append(storage, events)
    end += size
  }
  await storage.write((tx) => tx.dropEvents([0, 79_995]))
  // Stored again, an id keeps its first place.
  await append(
    storage,
    run('b', 0, 1).map((event) => ({ ...event, id: idOf(79_999) })),
  )

  const asked = [0, 1, 39_999, 40_000, 79_989, 79_990, 79_995, 79_999, 80_000, 80_289, 80_290, end - 6, end - 5, end - 1, end]
  const expected = asked.map((number) => (number === end ? undefined : { stream: 'a', number }))
  const another = indexedDbStorage({ name: 'rillbox' })
  for (const handle of [storage, another]) {
    const places = await handle.read((tx) => tx.firstWithId(asked.map(idOf)))
    expect(places).toEqual(expected)
    for (const [index, number] of asked.entries())
      expect(await handle.read((tx) => tx.firstWithId([idOf(number)]))).toEqual([expected[index]])
  }
})
