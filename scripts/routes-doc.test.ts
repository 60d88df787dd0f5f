import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('docs/server/routes.md agrees with the table of routes', async () => {
  const script = join(import.meta.dirname, 'routes-doc.ts')
  const { stderr } = await promisify(execFile)(process.execPath, [script, '--check'])
  expect(stderr).toBe('')
})
