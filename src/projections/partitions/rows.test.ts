// Walks random commits of partitions through rows and blocks, and reads them back as any tab would.

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { runFixture } from '../model/definition/definition.fixture.ts'
import type { Journal, PartitionMap } from './rows.ts'
import { deleteRunRows, emptyJournal, readAllPartitions, readPartitions, writePartitions } from './rows.ts'
import type { PartitionRow, Run } from '../model/tables.ts'
import { partitionRows } from '../model/tables.ts'

const stream = (number: number): Tag => ({ kind: 'stream', stream: 's', number })
const rowOf = (state: string, rank: number, tag: Tag = stream(rank), result: string | undefined = state): PartitionRow => ({
  state,
  result,
  rank,
  tag,
})

/** A run with its runner's memory of the partitions. */
interface Runner {
  readonly run: Run
  readonly journal: Journal | undefined
}

const start: Runner = { run: runFixture({ id: 'run', fence: 0 }), journal: emptyJournal }

/** Commits as the committer does. */
async function commit(storage: Storage, { run, journal }: Runner, changed: PartitionMap, partitions: number): Promise<Runner> {
  const next = { ...run, partitions }
  const written = await storage.write((tx) => writePartitions(tx, next, changed, journal))
  return { run: { ...next, partitionBlocks: written.partitionBlocks, fence: run.fence + 1 }, journal: written.journal }
}

const readPartition = async (storage: Storage, run: Run, partition: string) =>
  (await storage.read((tx) => readPartitions(tx, run, [partition]))).get(partition)

const countRows = (storage: Storage): Promise<number> => storage.read(async (tx) => (await tx.rows(partitionRows)).length)

describe('states of partitions', () => {
  test('are read as written last, folded or not, by the next runner', async () => {
    const storage = memoryStorage()
    const expected = new Map<string, PartitionRow>()
    let runner = start
    for (let round = 0; round < 60; round++) {
      const changed = new Map<string, PartitionRow>()
      for (let index = 0; index < 150; index++) {
        const partition = `p${(round * 97 + index * 31) % 5000}`
        changed.set(
          partition,
          rowOf(`{"n":${round}}`, expected.get(partition)?.rank ?? expected.size, stream(round), index % 9 ? undefined : '1'),
        )
        expected.set(partition, changed.get(partition)!)
      }
      runner = await commit(storage, runner, changed, expected.size)
      // Another tab takes over, and remembers nothing.
      if (round % 7 === 6) runner = { run: runner.run, journal: undefined }
    }
    expect(runner.run.partitionBlocks).toBeGreaterThan(1)
    expect(await countRows(storage)).toBeLessThan(120)
    const { run } = runner
    expect(await storage.read((tx) => readAllPartitions(tx, run))).toEqual(expected)
    const asked = [...expected.keys(), 'unknown'].filter((_, index) => index % 3 === 0).concat('unknown')
    const read = await storage.read((tx) => readPartitions(tx, run, asked))
    expect(read).toEqual(new Map(asked.flatMap((name) => (expected.has(name) ? [[name, expected.get(name)!] as const] : []))))
    for (const name of ['p0', 'p31', 'p4999', 'unknown']) {
      expect(await readPartition(storage, run, name)).toEqual(expected.get(name))
    }
  })

  test('keep positions of every kind', async () => {
    const storage = memoryStorage()
    const tags: Tag[] = [
      { kind: 'log', commit: 4, prepare: 4 },
      { kind: 'types', commit: 5, prepare: 5, types: ['a'] },
      { kind: 'streams', streams: ['a', 'b'], numbers: [1, -1] },
      stream(3),
      { kind: 'stream', stream: 'other', number: 3 },
    ]
    const changed = new Map(tags.map((tag, index) => [`p${index}`, rowOf('1', index, tag)] as const))
    const { run } = await commit(storage, start, changed, tags.length)
    expect(await storage.read((tx) => readAllPartitions(tx, run))).toEqual(changed)
  })

  test('take one row for a commit, and are gone with their run', async () => {
    const storage = memoryStorage()
    const other = await commit(storage, { ...start, run: { ...start.run, id: 'runner' } }, new Map([['a', rowOf('2', 0)]]), 1)
    await commit(storage, start, new Map([...Array(500).keys()].map((rank) => [`p${rank}`, rowOf('1', rank)])), 500)
    expect(await countRows(storage)).toBe(2)
    await storage.write(async (tx) => deleteRunRows(tx, 'run'))
    expect(await storage.read((tx) => readAllPartitions(tx, start.run))).toEqual(new Map())
    expect(await readPartition(storage, other.run, 'a')).toEqual(rowOf('2', 0))
  })

  test('behave like a map under any commits and hand-overs', async () => {
    const change = fc.record({
      partition: fc.constantFrom('', 'a', 'b', 'a/b', '__proto__', 'ü', '\ud800'),
      state: fc.constantFrom('', '1', '{}'),
      result: fc.option(fc.constantFrom('1', '2'), { nil: undefined }),
    })
    const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 5 }), handsOver: fc.integer({ min: 0, max: 3 }) }), {
      maxLength: 120,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const storage = memoryStorage()
        const expected = new Map<string, PartitionRow>()
        let runner = start
        for (const { changes, handsOver } of taken) {
          const changed = new Map(changes.map(({ partition, state, result }) => [partition, rowOf(state, 0, stream(1), result)] as const))
          for (const [partition, row] of changed) expected.set(partition, row)
          runner = await commit(storage, runner, changed, expected.size)
          if (handsOver === 0) runner = { run: runner.run, journal: undefined }
        }
        const { run } = runner
        expect(await storage.read((tx) => readAllPartitions(tx, run))).toEqual(expected)
        for (const [partition, row] of expected) expect(await readPartition(storage, run, partition)).toEqual(row)
      }),
      { numRuns: 30 },
    )
  })
})
