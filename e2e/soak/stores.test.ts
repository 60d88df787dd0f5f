import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { StoreMemory } from './memory.ts'
import { storeFaults } from './memory.ts'

/** In a process of its own: other tests leave things in this one. */
const script = `
  import { soakStores } from './e2e/soak/memory.ts'
  process.stdout.write(JSON.stringify(await soakStores(20)))
`

test('stores that were opened, used and closed leave nothing', { timeout: 120_000 }, async () => {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: new URL('../..', import.meta.url) })
  const memory = JSON.parse(stdout) as StoreMemory
  expect(storeFaults(memory)).toEqual([])
  // Pipes are those to this process.
  expect(memory.handles.filter((handle) => handle !== 'PipeWrap')).toEqual([])
})
