import { describe, expect, it } from 'vitest'
import { platformEnvironment } from '../../../base/platform/environment.ts'
import { defaultSettings } from '../../../base/settings.ts'
import { systemUser } from '../../../base/user.ts'
import { createStore } from '../../../engine/store.ts'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import { createStreams } from '../../../streams/streams.ts'
import { statusText } from '../../manage/statistics.ts'
import { sourcesFixture } from '../../model/definition/definition.fixture.ts'
import { defaultTuning } from '../../model/definition/definition.ts'
import { createProjections } from '../../projections.ts'
import { openCounting } from './counting-query.fixture.ts'

const usable = '{"checkpointHandledThreshold":1,"checkpointUnhandledBytesThreshold":1}'
const events = 'application/vnd.eventstore.events+json'

/** A disabled projection with which no core can be made any more, and a way to ask for it. */
const open = async (query = "fromStream('s').when({ $init: () => ({ n: 0 }), $any: (s) => ({ n: s.n + 1 }) })") => {
  const store = createStore({ security: 'insecure', requestTimeout: 0 })
  const ask = async (method: string, path: string, body?: string, type = 'application/json') => {
    const headers = body === undefined ? undefined : { 'Content-Type': type }
    return await store.fetch(new Request(`http://store${path}`, { method, headers, body }))
  }
  const statistics = async () => (await (await ask('GET', '/projection/p')).json()) as { status: string; stateReason: string | null }
  const status = async () => (await statistics()).status
  const versions = async () =>
    ((await (await ask('GET', '/streams/$projections-p?format=json')).json()) as { entries: unknown[] }).entries.length
  await ask('POST', '/projections/continuous?name=p&enabled=no', query, 'text/plain')
  await ask('PUT', '/projection/p/config', '{}')
  return { store, ask, statistics, status, versions }
}

describe('an unusable tuning', () => {
  it.each([
    ['POST', '/projection/p/command/enable', undefined, 'Stopped (Enabled)'],
    ['POST', '/projection/p/command/reset', undefined, 'Stopped'],
    ['PUT', '/projection/p/query', "fromStream('t')", 'Stopped'],
    ['PUT', '/projection/p/query', 'nonsense(', 'Stopped'],
  ])('leaves %s %s with %s unanswered', async (method, path, body, expected) => {
    const { store, ask, status } = await open()
    expect((await ask(method, path, body, 'text/plain')).status).toBe(408)
    expect(await status()).toBe(expected)
    await store.close()
  })

  it('keeps the requested value all the same', async () => {
    const { store, ask } = await open()
    expect((await ask('PUT', '/projection/p/query?emit=yes', "fromStream('t')", 'text/plain')).status).toBe(408)
    expect(await (await ask('GET', '/projection/p/query')).text()).toBe("fromStream('t')")
    expect(await (await ask('GET', '/projection/p/config')).json()).toMatchObject({ emitEnabled: true })
    await store.close()
  })

  it('keeps the epoch of a reset for the next core, which begins anew', async () => {
    const { store, ask, statistics, versions } = await open()
    await ask('PUT', '/projection/p/config', usable)
    await ask('POST', '/projection/p/command/enable')
    await ask('POST', '/streams/s', '[{"eventId":"00000000-0000-4000-8000-000000000001","eventType":"a","data":{}}]', events)
    await store.settled()
    await ask('POST', '/projection/p/command/disable')
    await ask('PUT', '/projection/p/config', '{}')
    expect((await ask('POST', '/projection/p/command/reset')).status).toBe(408)
    expect(await versions()).toBe(6)
    expect(await (await ask('GET', '/projection/p/state')).text()).toBe('{"n":1}')
    await ask('PUT', '/projection/p/config', usable)
    await ask('POST', '/projection/p/command/enable')
    await store.settled()
    expect(await statistics()).toMatchObject({ status: 'Running', version: 7, epoch: 6, eventsProcessedAfterRestart: 1 })
    await store.close()
  })

  it.each([
    ['POST', '/projection/p/command/reset', undefined],
    ['PUT', '/projection/p/query', "fromStream('t')"],
  ])('leaves disable and abort unanswered after %s %s, until it is corrected', async (method, path, body) => {
    for (const command of ['disable', 'abort']) {
      const { store, ask, statistics, versions } = await open()
      await ask(method, path, body, 'text/plain')
      expect((await ask('POST', `/projection/p/command/${command}`)).status).toBe(408)
      expect(await versions()).toBe(2)
      await ask('PUT', '/projection/p/config', usable)
      expect((await ask('POST', `/projection/p/command/${command}`)).status).toBe(200)
      expect(await statistics()).toMatchObject({ status: 'Stopped', version: 3, epoch: body === undefined ? 2 : -1 })
      expect((await ask('POST', `/projection/p/command/${command}`)).status).toBe(200)
      expect(await statistics()).toMatchObject({ version: 3 })
      await store.close()
    }
  })

  it('lets disable and abort write a version after an enable without answer', async () => {
    const { store, ask, versions } = await open()
    await ask('POST', '/projection/p/command/enable')
    for (const command of ['disable', 'abort']) expect((await ask('POST', `/projection/p/command/${command}`)).status).toBe(200)
    expect(await versions()).toBe(4)
    await store.close()
  })

  it('lets abort keep a fault of the preparation, unlike disable', async () => {
    const { store, ask, statistics } = await open("fromStream('s'")
    const before = await statistics()
    expect((await ask('POST', '/projection/p/command/abort')).status).toBe(408)
    expect(await statistics()).toEqual({ ...before, status: 'Faulted', stateReason: expect.stringMatching(/^Unexpected end of input/) })
    expect((await ask('POST', '/projection/p/command/disable')).status).toBe(408)
    expect(await statistics()).toMatchObject({ status: 'Stopped', stateReason: null })
    await store.close()
  })

  it('leaves a projection loaded after a restart, with its sources', async () => {
    const { store, ask, status } = await open()
    await ask('POST', '/projections/restart', '', 'text/plain')
    expect(await status()).toBe('Loaded')
    const shown = await (await ask('GET', '/projection/p/query?config=yes')).json()
    expect(shown).toMatchObject({ definition: { streams: ['s'] } })
    expect((await ask('POST', '/projection/p/command/enable')).status).toBe(408)
    expect(await status()).toBe('Loaded')
    await store.close()
  })

  it('stops the query of a transient projection that got it while running', async () => {
    const [storage, environment] = [memoryStorage(), platformEnvironment()]
    const settings = { ...defaultSettings, systemProjections: false }
    const openQuery = openCounting({ sources: sourcesFixture() })
    const projections = createProjections({ storage, streams: createStreams({ storage, environment }), openQuery, environment, settings })
    await storage.write((tx) => projections.startIn(tx))
    const flags = { enabled: true, checkpoints: false, emit: false, trackEmittedStreams: false }
    await projections.create({ name: 'q', user: systemUser, mode: 'Transient', handlerType: 'JS', query: '', ...flags })
    await projections.setConfig('q', { ...defaultTuning, ...flags, emitEnabled: false, maxAllowedWritesInFlight: -1 })
    expect(await projections.command({ name: 'q', user: systemUser, command: 'reset', claims: false })).toEqual({ kind: 'no-reply' })
    const found = await projections.statistics('q')
    expect(found.kind === 'statistics' && statusText(found.projection)).toBe('Stopped (Enabled)')
    await projections.close()
  })
})
