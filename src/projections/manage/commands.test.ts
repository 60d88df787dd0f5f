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

const long = 'x'.repeat(2 ** 20 + 1)

test.each([
  ['syntax', 'a', 1],
  ['timeout', long, 1],
  // The machine may be quicker the next time.
  ['timeout', 'a', 6],
] as const)(
  'a text with a fault of %s is parsed again only where it may pass, whatever commands follow, until it changes',
  async (...given) => {
    const [kind, one, times] = given
    const storage = memoryStorage()
    const environment = platformEnvironment()
    const opened: string[] = []
    const openQuery: OpenQuery = (source) => {
      opened.push(source)
      return Promise.resolve({ kind, message: `Wrong: ${source.length}`, wrapped: false })
    }
    const settings = { ...defaultSettings, systemProjections: false }
    const projections = createProjections({ storage, streams: createStreams({ storage, environment }), openQuery, environment, settings })
    await storage.write((tx) => projections.startIn(tx))
    await projections.start()
    const flags = { enabled: true, checkpoints: true, emit: true, trackEmittedStreams: false }
    await projections.create({ name: 'p', user: systemUser, mode: 'Continuous', handlerType: 'JS', query: one, ...flags })
    for (const command of ['disable', 'enable', 'abort', 'reset', 'enable'] as const) {
      await projections.command({ name: 'p', user: systemUser, command, claims: false })
      assert.equal((await projections.fault('p'))?.reason, `Wrong: ${one.length}`)
    }
    assert.deepEqual(
      opened,
      Array.from({ length: times }, () => one),
    )
    const unchanged = { emitEnabled: undefined, trackEmittedStreams: undefined }
    await projections.setQuery({ name: 'p', user: systemUser, query: 'two', ...unchanged })
    assert.equal((await projections.fault('p'))?.reason, 'Wrong: 3')
    assert.equal(opened.at(-1), 'two')
    await projections.close()
  },
)
