import assert from 'node:assert/strict'
import { test } from 'vitest'
import { newEvents } from '../../../base/events/event-table.ts'
import { platformEnvironment } from '../../../base/platform/environment.ts'
import { defaultSettings } from '../../../base/settings.ts'
import { systemUser } from '../../../base/user.ts'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import type { Storage } from '../../../storage/storage.ts'
import { createStreams, expectedVersion } from '../../../streams/streams.ts'
import { openCounting } from '../tests/counting-query.fixture.ts'
import { sourcesFixture } from '../../model/definition/definition.fixture.ts'
import { createProjections } from '../../projections.ts'
import { runRows } from '../../model/tables.ts'
import { createServices } from '../../services.ts'
import { LeaderWatchdog } from './leader-watchdog.ts'

/** A store with one projection, with a runner for its events or without. */
async function standing(runs: boolean) {
  let timers: { readonly at: number; readonly callback: () => void }[] = []
  let time = 0
  const environment = {
    ...platformEnvironment(),
    now: () => time,
    after: (milliseconds: number, callback: () => void) => (timers.push({ at: time + milliseconds, callback }), () => undefined),
  }
  /** Lets time pass in steps of a tenth of a second. */
  const pass = async (milliseconds: number) => {
    for (const end = time + milliseconds; time < end;) {
      time += 100
      const due = timers.filter(({ at }) => at <= time)
      timers = timers.filter(({ at }) => at > time)
      for (const { callback } of due) callback()
      await turns()
    }
  }
  const memory = memoryStorage()
  let afterRead = () => Promise.resolve()
  const storage: Storage = {
    ...memory,
    read: async (work) => {
      const found = await memory.read(work)
      await afterRead()
      return found
    },
  }
  const streams = createStreams({ storage, environment })
  const settings = { ...defaultSettings, systemProjections: false }
  let expected = 0
  const openQuery = Object.assign(openCounting({ sources: sourcesFixture() }), { expect: () => void expected++ })
  const options = { storage, streams, environment, settings, openQuery }
  const projections = createProjections(options)
  await storage.write((tx) => projections.startIn(tx))
  if (runs) await projections.start()
  await projections.create({
    name: 'p',
    user: systemUser,
    mode: 'Continuous',
    handlerType: 'JS',
    query: '',
    enabled: true,
    checkpoints: true,
    emit: false,
    trackEmittedStreams: false,
  })
  const event = { id: environment.uuid(), type: 'T', data: '{}', metadata: '', isJson: true }
  const append = () =>
    streams.append({ stream: 's', events: newEvents([{ ...event, id: environment.uuid() }]), expected: expectedVersion.any })
  /** Commits as a tab that makes progress does. */
  const progress = () =>
    storage.write(async (tx) => {
      const run = await tx.row(runRows, 'p')
      if (run) tx.putRow(runRows, 'p', { ...run, fence: run.fence + 1 })
    })
  const onRead = (listener: () => Promise<void>) => void (afterRead = listener)
  return { services: createServices(options), append, pass, progress, onRead, projections, expected: () => expected }
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

interface Given {
  readonly leads?: boolean
  readonly visible?: boolean
}

/** A tab that watches, told of every append; `thefts` has the milliseconds at which it took the lead. */
async function watching(runs: boolean, { leads = false, visible = true }: Given = {}) {
  const { services, append, projections, ...others } = await standing(runs)
  const thefts: number[] = []
  let isLeading = leads
  const watch = new LeaderWatchdog(services, {
    isLeading: () => isLeading,
    isVisible: () => visible,
    steal: () => {
      thefts.push(services.environment.now())
      isLeading = true
    },
  })
  const write = async () => {
    await append()
    watch.commit()
    await turns()
  }
  const close = async () => {
    watch.close()
    await projections.close()
  }
  return { ...others, thefts, write, close, now: services.environment.now, commit: () => watch.commit() }
}

async function stolen(runs: boolean, given: Given = {}): Promise<readonly number[]> {
  const { thefts, write, pass, close } = await watching(runs, given)
  await write()
  await pass(10_000)
  await close()
  return thefts
}

test('takes the lead within four seconds where a projection with events to handle stands still', async () => {
  const [at, ...others] = await stolen(false)
  assert.ok(at !== undefined && at <= 4000, String(at))
  assert.deepEqual(others, [])
})
test('leaves it to a tab that gets on', async () => assert.deepEqual(await stolen(true), []))
test('a hidden tab takes nothing', async () => assert.deepEqual(await stolen(false, { visible: false }), []))
test('a tab that leads has nothing to take', async () => assert.deepEqual(await stolen(false, { leads: true }), []))

test('has an engine wait for the first query of a tab that may lead next, and of no other', async () => {
  for (const [given, isExpected] of [
    [{}, true],
    [{ visible: false }, false],
    [{ leads: true }, false],
  ] as const) {
    const { write, close, expected } = await watching(true, given)
    await write()
    assert.equal(expected() > 0, isExpected)
    await close()
  }
})

test('sees an event that is appended while it looks for the last time', async () => {
  const { thefts, write, pass, close, onRead, now, commit } = await watching(false)
  commit()
  await turns()
  let reads = 0
  onRead(async () => {
    // Rows, and then the source of the projection that has stood still for so long.
    if (now() >= 3000 && ++reads === 2) await write()
  })
  await pass(10_000)
  await close()
  assert.equal(thefts.length, 1)
})

test('counts from the last progress, also while more and more is appended', async () => {
  const { thefts, write, pass, progress, close } = await watching(false)
  for (let second = 0; second < 4; second++) {
    await write()
    await progress()
    await pass(1000)
  }
  assert.deepEqual(thefts, [])
  for (let second = 0; second < 4; second++) {
    await write()
    await pass(1000)
  }
  await close()
  // The last progress was after three seconds.
  assert.ok(thefts[0] !== undefined && thefts[0] <= 3000 + 4500, String(thefts))
})
