import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

/** @returns what the compiler says of a project. */
const check = async (project: string): Promise<unknown> =>
  await promisify(execFile)(process.execPath, [compiler, '-p', resolve(root, project)]).catch((error: unknown) => error)

/** `e2e/types/queries.ts` holds good queries, and bad ones that are marked as such: a missing error is an error. */
test('good queries type-check, bad ones do not', { timeout: 60_000 }, async () => {
  expect(await check('e2e/types')).toMatchObject({ stdout: '' })
})

/** The `jsconfig.json` of docs/queries.md. */
const documentedConfig = (): string => /```json\n([^]*?)```/.exec(readFileSync(join(root, 'docs/queries.md'), 'utf8'))![1]!

/** What an editor does in an application for a folder of queries, beside the declaration that `rillbox types` wrote. */
test('queries in JavaScript know the events of the application', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-types-'))
  try {
    cpSync(join(root, 'e2e/types/checked'), folder, { recursive: true })
    writeFileSync(join(folder, 'jsconfig.json'), documentedConfig())
    const installed = join(folder, 'node_modules/rillbox')
    mkdirSync(installed, { recursive: true })
    cpSync(join(root, 'src/query-language.d.ts'), join(installed, 'query-language.d.ts'))
    const exports = { './query-language': { types: './query-language.d.ts' } }
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'rillbox', exports }))
    expect(await check(join(folder, 'jsconfig.json'))).toMatchObject({ stdout: '' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
