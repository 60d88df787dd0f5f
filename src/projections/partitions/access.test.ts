import assert from 'node:assert/strict'
import { test } from 'vitest'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'
import { definitionFixture, runFixture } from '../model/definition/definition.fixture.ts'
import type { Run } from '../model/tables.ts'
import { accessRows, partitionRows, runRows } from '../model/tables.ts'
import { cachedIn, noteAccessIn } from './access.ts'
import { writePartitions } from './rows.ts'

const { sources } = definitionFixture()
const tag = { kind: 'stream', stream: 's', number: 0 } as const

/** A run whose commits meet partitions, how often its partitions are read, and what its commits count. */
function watchedRun() {
  const memory = memoryStorage()
  let reads = 0
  const storage: Storage = {
    ...memory,
    write: (work) =>
      memory.write((tx) =>
        work({ ...tx, rows: (...asked) => ((reads += asked[0].name === partitionRows.name ? 1 : 0), tx.rows(...asked)) }),
      ),
  }
  let run: Run = runFixture({ id: 'run', fence: 0 })
  const met = new Set<string>()
  return {
    reads: () => reads,
    ask: (partition: string) => storage.write((tx) => noteAccessIn(tx, { name: 'p', partition, now: 0 })),
    asked: async () => (await storage.read((tx) => tx.row(accessRows, 'p')))?.asked,
    /** @returns the number of cached partitions. */
    commit: (...partitions: string[]) =>
      storage.write(async (tx) => {
        for (const partition of partitions) met.add(partition)
        const changed = new Map(partitions.map((partition, rank) => [partition, { state: '{}', result: '{}', rank, tag }]))
        await writePartitions(tx, run, changed, { rows: 0, changes: 0 })
        run = { ...run, partitions: met.size, fence: run.fence + 1 }
        tx.putRow(runRows, 'p', run)
        return cachedIn(tx, { name: 'p', access: await tx.row(accessRows, 'p') }, sources, run, changed)
      }),
  }
}

test('partitions that the run has met are not remembered when they are asked for', async () => {
  const { commit, ask, asked } = watchedRun()
  assert.equal(await commit('a', 'b'), 3)
  await ask('a')
  assert.deepEqual(await asked(), [])
  assert.equal(await commit('c'), 4)
})

test('an unknown partition counts once, before the run meets it and afterwards', async () => {
  const { commit, ask, asked } = watchedRun()
  await commit('a')
  await ask('later')
  await ask('never')
  assert.equal(await commit('a'), 4)
  assert.equal(await commit('later'), 4)
  assert.equal(await commit('later', 'b'), 5)
  assert.deepEqual(await asked(), ['never'])
})

test('commits do not read the states of a run whose partitions were asked for', async () => {
  const { commit, ask, reads } = watchedRun()
  await commit('a')
  await ask('a')
  await ask('never')
  const before = reads()
  for (let count = 0; count < 5; count++) await commit('a')
  assert.equal(reads(), before)
})
