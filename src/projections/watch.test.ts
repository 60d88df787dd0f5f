import assert from 'node:assert/strict'
import { test } from 'vitest'
import { platformEnvironment } from '../base/environment.ts'
import { defaultSettings } from '../base/settings.ts'
import { systemUser } from '../base/user.ts'
import { memoryStorage } from '../storage/memory.ts'
import { createStreams, expectedVersion } from '../streams/streams.ts'
import { openCounting } from './counting-query.fixture.ts'
import { sourcesFixture } from './definition.fixture.ts'
import { createProjections } from './projections.ts'
import { createServices } from './services.ts'
import { createWatch } from './watch.ts'

/** A store with one projection whose events nobody handles, or somebody does. */
async function standing(runs: boolean) {
  const timers: (() => void)[] = []
  const environment = { ...platformEnvironment(), after: (_: number, callback: () => void) => (timers.push(callback), () => undefined) }
  const storage = memoryStorage()
  const streams = createStreams({ storage, environment })
  const settings = { ...defaultSettings, systemProjections: false }
  const options = { storage, streams, environment, settings, openQuery: openCounting({ sources: sourcesFixture() }) }
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
  const append = () => streams.append({ stream: 's', events: [{ ...event, id: environment.uuid() }], expected: expectedVersion.any })
  return { services: createServices(options), append, timers, projections }
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

async function stolen(runs: boolean, given: { leads?: boolean; visible?: boolean } = {}): Promise<number> {
  const { services, append, timers, projections } = await standing(runs)
  let thefts = 0
  const { leads = false, visible = true } = given
  const watch = createWatch(services, { isLeading: () => leads, isVisible: () => visible, steal: () => void thefts++ })
  await append()
  watch.commit()
  await turns()
  for (const elapse of timers.splice(0)) elapse()
  await turns()
  watch.close()
  await projections.close()
  return thefts
}

test('takes the lead where a projection with events to handle stands still', async () => assert.equal(await stolen(false), 1))
test('leaves it to a tab that gets on', async () => assert.equal(await stolen(true), 0))
test('a tab that nobody looks at takes nothing', async () => assert.equal(await stolen(false, { visible: false }), 0))
test('a tab that leads has nothing to take', async () => assert.equal(await stolen(false, { leads: true }), 0))
