// Commands that do not change the text of a query open it only where it is to run.

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { platformEnvironment } from '../../base/platform/environment.ts'
import { defaultSettings } from '../../base/settings.ts'
import { systemUser } from '../../base/user.ts'
import type { OpenQuery } from '../../query/query.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import { createStreams } from '../../streams/streams.ts'
import { createProjections } from '../projections.ts'

test('a text that does not parse is parsed once, whatever commands follow, until it changes', async () => {
  const storage = memoryStorage()
  const environment = platformEnvironment()
  const opened: string[] = []
  const openQuery: OpenQuery = (source) => {
    opened.push(source)
    return Promise.resolve({ kind: 'syntax', message: `Wrong: ${source}`, wrapped: false })
  }
  const settings = { ...defaultSettings, systemProjections: false }
  const projections = createProjections({ storage, streams: createStreams({ storage, environment }), openQuery, environment, settings })
  await storage.write((tx) => projections.startIn(tx))
  await projections.start()
  const flags = { enabled: true, checkpoints: true, emit: true, trackEmittedStreams: false }
  await projections.create({ name: 'p', user: systemUser, mode: 'Continuous', handlerType: 'JS', query: 'one', ...flags })
  for (const command of ['disable', 'enable', 'abort', 'reset', 'enable'] as const) {
    await projections.command({ name: 'p', user: systemUser, command, claims: false })
    assert.equal((await projections.fault('p'))?.reason, 'Wrong: one')
  }
  assert.deepEqual(opened, ['one'])
  const unchanged = { emitEnabled: undefined, trackEmittedStreams: undefined }
  await projections.setQuery({ name: 'p', user: systemUser, query: 'two', ...unchanged })
  assert.equal((await projections.fault('p'))?.reason, 'Wrong: two')
  assert.deepEqual(opened, ['one', 'two'])
  await projections.close()
})
