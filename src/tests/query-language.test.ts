import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

/** `e2e/types/queries.ts` holds good queries, and bad ones that are marked as such: a missing error is an error. */
test('good queries type-check, bad ones do not', { timeout: 60_000 }, async () => {
  const checked = await promisify(execFile)(process.execPath, [compiler, '-p', join(root, 'e2e/types')]).catch((error: unknown) => error)
  expect(checked).toMatchObject({ stdout: '' })
})
