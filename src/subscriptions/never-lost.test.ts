import * as fake from 'fake-indexeddb'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { indexedDbStorage } from '../storage/indexeddb/indexeddb.ts'
import { memoryStorage } from '../storage/memory/memory.ts'
import type { Storage } from '../storage/storage.ts'
import type { GroupConfiguration } from './group/configuration.ts'
import { defaultConfiguration } from './group/configuration.ts'
import type { NackAction } from './group/delivery.ts'
import type { Group, Message } from './group/group.ts'
import { groupKey } from './group/group.ts'
import { groupTable } from './stored/tables.ts'
import type { World } from './store.fixture.ts'
import { ids, openWorld, parkedStream, theGroup } from './store.fixture.ts'

type Step =
  | { readonly do: 'append' | 'take' | 'pass'; readonly amount: number }
  /** `from` and `count` choose among the outstanding messages. */
  | { readonly do: 'settle'; readonly action: NackAction | 'ack'; readonly from: number; readonly count: number }
  | { readonly do: 'tick' | 'replay' | 'update' | 'restart' | 'reopen' }

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), amount: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('take' as const), amount: fc.integer({ min: 1, max: 6 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), amount: fc.integer({ min: 1, max: 3_000 }) }) },
    {
      weight: 7,
      arbitrary: fc.record({
        do: fc.constant('settle' as const),
        action: fc.constantFrom('ack', 'ack', 'ack', 'park', 'retry', 'skip', 'stop', 'unknown'),
        from: fc.nat(8),
        count: fc.nat(6),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('tick', 'replay', 'reopen') }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('update', 'restart') }) },
  ),
  { maxLength: 60, size: 'max' },
) as fc.Arbitrary<Step[]>

const configurations: fc.Arbitrary<GroupConfiguration> = fc
  .record({
    readBatchSize: fc.integer({ min: 1, max: 4 }),
    more: fc.integer({ min: 1, max: 6 }),
    liveBufferSize: fc.integer({ min: 1, max: 6 }),
    maxRetries: fc.integer({ min: 0, max: 2 }),
    messageTimeout: fc.constantFrom(0, 1_000, 2_500, 100_000),
    startFrom: fc.constantFrom(0n, 0n, 3n, -1n),
    minCheckpointCount: fc.integer({ min: 1, max: 3 }),
    maxCheckpointCount: fc.integer({ min: 1, max: 8 }),
    checkpointAfter: fc.constantFrom(0, 1, 1_500),
  })
  .map(({ more, ...rest }) => ({ ...defaultConfiguration, ...rest, bufferSize: rest.readBatchSize + more }))

/** A test's knowledge of a group beside the group itself. */
interface Ledger {
  readonly storage: Storage
  readonly clock: { now: number }
  readonly configuration: GroupConfiguration
  world: World
  /** How many events the stream has. */
  written: number
  /** Number of the first event that is to be delivered. */
  readonly first: number
  /** Numbers that were acknowledged or skipped. */
  readonly done: Set<number>
  readonly delivered: Set<number>
}

const readGroup = ({ storage }: Ledger): Promise<Group> =>
  storage.read(async (tx) => (await tx.row(groupTable, groupKey(theGroup.stream, theGroup.name)))!)

/** Number of the event of a message: the target of a link, or the event itself. */
const subject = ({ number, target }: Message): number => (target === undefined || target === 'missing' ? number : target.number)

async function run(ledger: Ledger, step: Step): Promise<void> {
  const { world, configuration, clock } = ledger
  const { subscriptions } = world
  switch (step.do) {
    case 'append':
      await world.append('s', ...Array.from({ length: step.amount }, (_, index) => String(index)))
      ledger.written += step.amount
      break
    case 'take':
      for (const { read } of await world.take(step.amount)) ledger.delivered.add(read.kind === 'broken' ? -1 : read.event.number)
      break
    case 'pass':
      clock.now += step.amount
      break
    case 'settle':
      await settle(ledger, step)
      break
    case 'tick':
      await subscriptions.tick()
      break
    case 'replay':
      await subscriptions.replayParked(theGroup)
      break
    case 'update':
      await subscriptions.update({ ...theGroup, configuration }, '')
      break
    case 'restart':
      await subscriptions.restart()
      break
    case 'reopen':
      ledger.world = await openWorld(ledger.storage, clock)
      break
  }
}

async function settle({ world, done, ...ledger }: Ledger, step: Extract<Step, { do: 'settle' }>): Promise<void> {
  await world.subscriptions.tick()
  const chosen = (await readGroup({ world, done, ...ledger })).outstanding.slice(step.from, step.from + step.count)
  const named = chosen.map(({ id }) => id)
  if (step.action === 'ack') await world.subscriptions.acknowledge(theGroup, named)
  else await world.subscriptions.handBack(theGroup, named, step.action)
  if (['ack', 'skip', 'stop'].includes(step.action)) for (const message of chosen) done.add(subject(message))
}

/**
 * Every event is done, parked, somewhere in the group, or still to be read: and in one place of the group only. No checkpoint reaches
 * too far.
 */
async function check(ledger: Ledger): Promise<void> {
  const { reading, waiting, retries, outstanding, progress } = await readGroup(ledger)
  const parked = new Set((await ledger.world.stored(parkedStream)).map(({ data }) => Number(String(data).split('@')[0])))
  const held = [...waiting, ...retries, ...outstanding, ...(reading.live ? [] : reading.missed)]
  const own = held.filter(({ replayed }) => !replayed).map(subject)
  expect(new Set(own).size).toBe(own.length)
  const settled = (number: number): boolean => ledger.done.has(number) || parked.has(number)
  const holding = new Set(held.map(subject))
  for (let number = ledger.first; number < ledger.written; number += 1) {
    const toBeRead = number >= reading.unseen || (!reading.live && number >= reading.next)
    const kept = settled(number) || holding.has(number) || toBeRead
    const tooFar = number <= (progress.checkpoint ?? -1) && !settled(number)
    expect({ number, kept, tooFar }).toEqual({ number, kept: true, tooFar: false })
  }
}

/** A consumer that acknowledges everything, until nothing comes any more. */
async function drain(ledger: Ledger): Promise<void> {
  const { world, clock } = ledger
  for (let quiet = 0; quiet < 2;) {
    clock.now += 200_000
    await world.subscriptions.replayParked(theGroup)
    const taken = await world.take(100)
    for (const { read } of taken) if (read.kind !== 'broken') ledger.delivered.add(read.event.number)
    await world.subscriptions.acknowledge(theGroup, ids(taken))
    quiet = taken.length === 0 ? quiet + 1 : 0
  }
}

for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value)

let databases = 0
const storages = [
  { where: 'in memory', open: memoryStorage, runs: 250 },
  // Again, with transactions that end as soon as foreign work is awaited in them.
  { where: 'in IndexedDB', open: () => indexedDbStorage({ name: `never-lost-${databases++}` }), runs: 10 },
]

test.each(storages)(
  'every event is delivered at least once and never lost, whatever consumers and the server do ($where)',
  async ({ open, runs }) => {
    vi.stubGlobal('indexedDB', new fake.IDBFactory())
    const checked = await fc.check(
      fc.asyncProperty(configurations, fc.nat(20), steps, async (configuration, before, played) => {
        const storage = open()
        await play(storage, configuration, before, played)
        await storage.close()
      }),
      { numRuns: runs, includeErrorInReport: true },
    )
    expect(fc.defaultReportMessage(checked)).toBeUndefined()
  },
  120_000,
)

/** @param before how many events the stream has when the group is created. */
async function play(storage: Storage, configuration: GroupConfiguration, before: number, played: readonly Step[]): Promise<void> {
  const clock = { now: 10_000 }
  const world = await openWorld(storage, clock)
  const first = configuration.startFrom === -1n ? before : Number(configuration.startFrom)
  const ledger: Ledger = { storage, clock, configuration, world, written: 0, first, done: new Set(), delivered: new Set() }
  if (before > 0) await run(ledger, { do: 'append', amount: before })
  await world.create(configuration)
  for (const step of played) {
    // A group that starts now and is rebuilt without a checkpoint forgets the events written until then.
    if (configuration.startFrom === -1n && (step.do === 'update' || step.do === 'restart')) continue
    await run(ledger, step)
    await check(ledger)
  }
  await drain(ledger)
  const wanted = Array.from({ length: Math.max(0, ledger.written - first) }, (_, index) => first + index)
  expect([...ledger.delivered].filter((number) => number >= first).toSorted((one, other) => one - other)).toEqual(wanted)
  expect((await ledger.world.details()).status).toBe('Live')
}
