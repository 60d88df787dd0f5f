import { spawnSync } from 'node:child_process'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { watchdogContract } from '../contract/watchdog.contract.ts'
import { workersContract } from '../contract/workers.contract.ts'
import { createOpenInWorker } from './in-worker.ts'
import { threadSupport } from './node-threads.ts'
import { queryContract } from '../query.contract.ts'
import type { QueryWorker } from './worker-thread.ts'

const spawn = (): QueryWorker => {
  const support = threadSupport()
  if (support.kind === 'none') throw new Error(support.reason)
  return support.spawn()
}

queryContract('in a thread of Node', createOpenInWorker({ spawn }))
watchdogContract('in a thread of Node', createOpenInWorker({ spawn }))
workersContract(spawn)

afterEach(() => vi.restoreAllMocks())

describe('where there can be no thread, the reason is', () => {
  test.each([
    ['a bundle that moved the package', 'file:///nowhere/bundle.js', 'file:///node-worker.js is not there'],
    ['a bundle that knows no address', undefined, 'a bundle does not tell'],
    ['a module from elsewhere', 'https://example.org/index.js', 'a bundle does not tell'],
  ])('%s', (_, module, reason) => {
    // An address that is not given is this module's own.
    expect(threadSupport(module ?? '')).toEqual({ kind: 'none', reason: expect.stringContaining(reason) as string })
  })

  test('a process that may start none, which still runs queries and says so once', () => {
    const index = new URL('../../index.ts', import.meta.url).href
    const program = `
      import { createStore } from '${index}'
      for (const n of [1, 2]) {
        const store = createStore()
        await store.append('s', { type: 'A', data: { n } })
        await store.project('p', "fromStream('s').when({ A: (s, e) => e.data })")
        await store.settled()
        console.log(JSON.stringify(await store.state('p')))
        await store.close()
      }`
    const { stdout, stderr } = spawnSync(process.execPath, ['--permission', '--allow-fs-read=*', '--input-type=module', '-e', program], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('{"n":1}\n{"n":2}\n')
    expect(stderr.match(/RILLBOX_QUERIES_IN_PROCESS.*--allow-worker/g)).toHaveLength(1)
  }, 60_000)

  test('a platform without them', () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
    expect(threadSupport()).toEqual({ kind: 'none', reason: expect.stringContaining('worker_threads') as string })
  })
})
