// Which tab does the work of projections that all tabs share.

import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { newEvents } from '../base/events/event-table.ts'
import type { Environment, Locks } from '../base/platform/environment.ts'
import { platformEnvironment } from '../base/platform/environment.ts'
import { defaultSettings } from '../base/settings.ts'
import { systemUser } from '../base/user.ts'
import type { OpenQuery } from '../query/query.ts'
import { memoryStorage } from '../storage/memory/memory.ts'
import type { Storage } from '../storage/storage.ts'
import { createStreams, expectedVersion } from '../streams/streams.ts'
import { defaultTuning } from './model/definition/definition.ts'
import { sourcesFixture } from './model/definition/definition.fixture.ts'
import { projectionRows, runRows } from './model/tables.ts'
import type { Projections } from './projections.ts'
import { createProjections } from './projections.ts'
import { openCounting } from './run/tests/counting-query.fixture.ts'

const sharedStorage = (): Storage & { readonly name: string } => ({ ...memoryStorage(), name: platformEnvironment().uuid() })

const counting = openCounting({ sources: sourcesFixture() })

interface Tab {
  readonly environment?: Environment
  readonly openQuery?: OpenQuery
  readonly untilAsked?: () => Promise<void>
}

async function openTab(
  storage: Storage,
  { environment = platformEnvironment(), openQuery = counting, ...more }: Tab = {},
): Promise<Projections> {
  const streams = createStreams({ storage, environment })
  const settings = { ...defaultSettings, systemProjections: false }
  const projections = createProjections({ storage, streams, openQuery, environment, settings, ...more })
  await storage.write((tx) => projections.startIn(tx))
  await projections.start()
  return projections
}

const create = (projections: Projections, name: string, mode: 'Continuous' | 'Transient' = 'Continuous') => {
  const flags = { enabled: true, checkpoints: mode === 'Continuous', emit: false, trackEmittedStreams: false }
  return projections.create({ name, user: systemUser, mode, handlerType: 'JS', query: '', ...flags })
}

const append = (storage: Storage) => {
  const environment = platformEnvironment()
  const events = newEvents([{ id: environment.uuid(), type: 'T', data: '{}', metadata: '', isJson: true }])
  return createStreams({ storage, environment }).append({ stream: 's', events, expected: expectedVersion.any })
}

const turns = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** An environment whose timers end when the test says so. */
function withTimers() {
  let time = 0
  let timers: { readonly at: number; readonly callback: () => void }[] = []
  const reported: unknown[] = []
  const environment: Environment = {
    ...platformEnvironment(),
    now: () => time,
    after: (milliseconds, callback) => {
      const timer = { at: time + milliseconds, callback }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    report: (error) => reported.push(error),
  }
  const passMinutes = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      time += 60_000
      const due = timers.filter(({ at }) => at <= time)
      timers = timers.filter(({ at }) => at > time)
      for (const { callback } of due) callback()
      await turns()
    }
  }
  return { environment, reported, passMinutes, timersLeft: () => timers.length }
}

test('after a restart neither a projection nor a Worker starts before the first request is answered', async () => {
  const storage = sharedStorage()
  const before = await openTab(storage)
  await create(before, 'p')
  await before.close()
  await append(storage)
  const asked = Promise.withResolvers<void>()
  let [opened, expected] = [0, 0]
  const openQuery: OpenQuery = Object.assign((...given: Parameters<OpenQuery>) => (opened++, counting(...given)), {
    expect: () => void expected++,
  })
  // As in a browser, where locks are granted some tasks later.
  vi.stubGlobal('document', { visibilityState: 'visible' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const locks: Locks = { hold: (_name, _options, work) => turns().then(() => work(true, new AbortController().signal)) }
  const environment = { ...platformEnvironment(), locks }
  const projections = await openTab(storage, { environment, openQuery, untilAsked: () => asked.promise })
  await turns()
  await turns()
  assert.deepEqual([opened, expected], [0, 0])
  asked.resolve()
  await projections.settled()
  assert.deepEqual([opened > 0, expected], [true, 1])
  await projections.close()
})

test('a tab that loses the lead while content is replaced runs no projection afterwards', async () => {
  const storage = sharedStorage()
  const tab = await openTab(storage)
  await create(tab, 'p')
  await append(storage)
  await tab.settled()
  const end = Promise.withResolvers<void>()
  let thief: Promise<void> | undefined
  await tab.whileStopped(async () => {
    thief = platformEnvironment().locks!.hold(`${storage.name}:projections`, { steal: true }, () => end.promise)
    await turns()
  })
  await append(storage)
  await turns()
  assert.equal((await storage.read((tx) => tx.row(runRows, 'p')))?.state, '{"n":1}')
  end.resolve()
  await thief
  await tab.settled()
  const { state, result } = (await storage.read((tx) => tx.row(runRows, 'p')))!
  assert.deepEqual({ state, result }, { state: '{"n":2}', result: true })
  await tab.close()
})

test.each([
  ['that no other tab can see', memoryStorage],
  ['that tabs share', sharedStorage],
])('a store %s starts although queries cannot be opened', async (_which, makeStorage) => {
  const storage = makeStorage()
  const first = await openTab(storage)
  await create(first, 'p')
  await first.close()
  const failure = new Error('No Worker can start.')
  const { environment, reported } = withTimers()
  const second = await openTab(storage, { environment, openQuery: () => Promise.reject(failure) })
  assert.equal((await second.statistics('p')).kind, 'statistics')
  // Its query is opened only for an event.
  await append(storage)
  await second.settled()
  assert.equal((await second.fault('p'))?.reason, 'No Worker can start.')
  assert.equal(reported.includes(failure), true)
  await second.close()
})

test('a transient projection ends although the tab that has created it is closed', async () => {
  const storage = sharedStorage()
  const { environment, passMinutes, timersLeft } = withTimers()
  const leader = await openTab(storage, { environment })
  const other = await openTab(storage, { environment })
  await create(other, 'p', 'Transient')
  await other.close()
  const isThere = async () => (await storage.read((tx) => tx.row(projectionRows, 'p'))) !== undefined
  await passMinutes(5)
  assert.equal(await isThere(), true)
  await passMinutes(2)
  assert.equal(await isThere(), false)
  await passMinutes(1)
  assert.equal(timersLeft(), 0)
  await leader.close()
})

test('a transient projection ends although a look for it has failed', async () => {
  const memory = memoryStorage()
  const failure = new Error('The disk is busy.')
  let fails = false
  const read: Storage['read'] = (work) => (fails ? Promise.reject(failure) : memory.read(work))
  const storage: Storage = { ...memory, read }
  const { environment, reported, passMinutes } = withTimers()
  const tab = await openTab(storage, { environment })
  await create(tab, 'p', 'Transient')
  await turns()
  fails = true
  await passMinutes(1)
  fails = false
  assert.deepEqual(reported, [failure])
  await passMinutes(7)
  assert.equal(await storage.read((tx) => tx.row(projectionRows, 'p')), undefined)
  await tab.close()
})

const newQuery = (projections: Projections, name: string) =>
  projections.setQuery({ name, user: systemUser, query: '', emitEnabled: undefined, trackEmittedStreams: undefined })

test('a store is closed only when a run has ended that a new query has replaced', async () => {
  const storage = sharedStorage()
  const { environment, reported } = withTimers()
  const end = Promise.withResolvers<void>()
  let opened = 0
  const firstIsSlow: OpenQuery = async (...given) => {
    const query = await counting(...given)
    return ++opened === 1 && 'run' in query ? { ...query, run: (...texts) => end.promise.then(() => query.run(...texts)) } : query
  }
  const tab = await openTab(storage, { environment, openQuery: firstIsSlow })
  await create(tab, 'p')
  await append(storage)
  await turns()
  await newQuery(tab, 'p')
  await turns()
  let isClosed = false
  const closed = tab.close().then(() => (isClosed = true))
  await turns()
  assert.equal(isClosed, false)
  end.resolve()
  await closed
  await storage.close()
  await turns()
  assert.deepEqual(reported, [])
})

const configuration = { ...defaultTuning, emitEnabled: false, trackEmittedStreams: false }
const flags = { deleteEmittedStreams: false, deleteCheckpointStream: false, deleteStateStream: false }

test.each<[string, string, (tab: Projections) => Promise<{ readonly kind: string }>]>([
  ['a new query', 'updated', (tab) => newQuery(tab, 'running')],
  ['a fault', 'failed', (tab) => tab.fail('running', 'reason')],
  ['a new configuration', 'updated', (tab) => tab.setConfig('stopped', configuration)],
  ['a deletion', 'updated', (tab) => tab.remove({ name: 'stopped', user: systemUser, flags })],
])('%s waits for a restart that comes in between', async (_which, kind, change) => {
  for (let ticks = 0; ticks < 30; ticks++) {
    const tab = await openTab(memoryStorage())
    await create(tab, 'running')
    await create(tab, 'stopped')
    await tab.command({ name: 'stopped', user: systemUser, command: 'disable', claims: false })
    const changed = change(tab)
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
    const [restart, outcome] = await Promise.all([tab.restart(), changed])
    assert.deepEqual([restart.kind, outcome.kind], ['restarting', kind])
    await tab.close()
  }
})
