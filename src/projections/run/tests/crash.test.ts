// An event over which the engine dies ends the run like any fault: the events before it are committed.

import { expect, test } from 'vitest'
import { newEvents } from '../../../base/events/event-table.ts'
import { platformEnvironment } from '../../../base/platform/environment.ts'
import { defaultSettings } from '../../../base/settings.ts'
import { systemUser } from '../../../base/user.ts'
import { crash } from '../../../query/sandbox/faults.ts'
import type { QueryEngine } from '../../../query/sandbox/query-engine.ts'
import { openRestartable } from '../../../query/sandbox/restartable-query.ts'
import { openSandboxedQuery } from '../../../query/sandbox/sandboxed-query.ts'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import { createStreams, expectedVersion } from '../../../streams/streams.ts'
import { createProjections } from '../../projections.ts'

/** The same engine, which breaks down instead of reporting an error with the word. */
const breaking = (engine: QueryEngine, word: string): QueryEngine => ({
  sources: engine.sources,
  needs: engine.needs,
  load: (events) => engine.load(events),
  close: () => engine.close(),
  run: async (texts, limits, held) => {
    const reply = await engine.run(texts, limits, held)
    return reply.report?.includes(word) ? { fault: crash('unreachable'), handlerTime: 0 } : reply
  },
})

const deep = 'let deep = {}; const top = deep; for (let i = 0; i < 1e5; i += 1) deep = deep.a = {}; JSON.stringify(top)'

test.each([
  ['by what its handler does', deep, 'Maximum call stack size exceeded'],
  ['for a reason of its own', "throw new Error('breakdown')", 'The engine failed: unreachable'],
])('an event that kills the engine %s is the fault of its projection, after two engines', async (_how, killing, message) => {
  const environment = platformEnvironment()
  const storage = memoryStorage()
  const streams = createStreams({ storage, environment })
  const settings = { ...defaultSettings, systemProjections: false }
  let engines = 0
  const projections = createProjections({
    storage,
    streams,
    environment,
    settings,
    openQuery: (source, options) =>
      openRestartable(async () => {
        const engine = await openSandboxedQuery(source, options)
        engines++
        return 'kind' in engine ? engine : breaking(engine, 'breakdown')
      }),
  })
  await storage.write((tx) => projections.startIn(tx))
  await projections.start()
  const event = (data: string) => ({ id: environment.uuid(), type: 'T', data, metadata: '', isJson: true })
  await streams.append({
    stream: 's',
    events: newEvents(['{}', '{}', '{}', '{"kills":true}', '{}'].map(event)),
    expected: expectedVersion.any,
  })
  const query = `fromStream('s').when({ $init: () => ({ n: 0 }), $any: (s, e) => { if (e.data.kills) { ${killing} } s.n += 1 } })`
  const flags = { enabled: true, checkpoints: true, emit: false, trackEmittedStreams: false }
  await projections.create({ name: 'p', user: systemUser, mode: 'Continuous', handlerType: 'JS', query, ...flags })
  await projections.settled()

  expect(await projections.state('p', '')).toMatchObject({ state: '{"n":3}' })
  const reason = (await projections.fault('p'))?.reason
  expect(reason).toMatch(/^The p projection failed to process an event\.\r\n/)
  expect(reason).toContain('\r\nEvent Position: s: 3\r\n')
  expect(reason).toContain(message)
  expect(engines).toBe(2)
  await projections.close()
})
