import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the documents of routes agree with their tables', async () => {
  const script = join(import.meta.dirname, 'routes-doc.ts')
  const { stderr } = await promisify(execFile)(process.execPath, [script, '--check'])
  expect(stderr).toBe('')
})
