import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { minifySync } from 'vite'
import { afterEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import { runCommand } from '../commands.fixture.ts'
import { Failure } from '../failure.ts'
import { runInit } from './init.ts'

const require = createRequire(import.meta.url)
const script = readFileSync(require.resolve('msw/mockServiceWorker.js'), 'utf8')
const { version } = require('msw/package.json') as { version: string }

const folders: { remove(): void }[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})

/** The command in a fresh application with the given msw, or none. */
function application(msw?: { version: string; script: string }) {
  const folder = temporaryFolder()
  folders.push(folder)
  const file = (name: string, text?: string): string => {
    const path = join(folder.path, name)
    if (text !== undefined) writeFileSync(path, text)
    return path
  }
  if (msw) {
    mkdirSync(file('node_modules/msw'), { recursive: true })
    file('node_modules/msw/package.json', JSON.stringify({ name: 'msw', version: msw.version }))
    file('node_modules/msw/mockServiceWorker.js', msw.script)
  }
  const init = async (name: string) => {
    const [output, messages]: string[][] = [[], []]
    const terminal = {
      print: (line: string) => Promise.resolve(void output!.push(line)),
      note: (line: string) => void messages!.push(line),
      progress: () => undefined,
      done: () => undefined,
    }
    await runInit({ kind: 'init', folder: name, removes: false, devtools: false, isJson: false }, { terminal }, folder.path)
    return { output, messages }
  }
  return { path: folder.path, file, init }
}

const written = (path: string): string => readFileSync(join(path, 'mockServiceWorker.js'), 'utf8')

it('writes the script, makes the folder where it is missing, and says so', async () => {
  const { file, init } = application()
  expect(await init('public')).toEqual({
    output: [`Made the folder public, and wrote ${join('public', 'mockServiceWorker.js')} of msw ${version}.`],
    messages: [],
  })
  expect(written(file('public'))).toBe(script)
  expect((await init('public')).output).toEqual([`${join('public', 'mockServiceWorker.js')} is that of msw ${version} already.`])
  expect((await init('.')).output).toEqual([`Wrote mockServiceWorker.js of msw ${version}.`])
})

it('replaces a script of msw, minified or of another version', async () => {
  const { file, init } = application()
  file('mockServiceWorker.js', minifySync('worker.js', script).code)
  expect((await init('.')).output).toEqual([`Replaced mockServiceWorker.js by that of msw ${version}.`])
  expect(written(file('.'))).toBe(script)
})

it("takes the script of the application's own msw, and says where it is too old for a page's store", async () => {
  const older = script.replaceAll(/(['"])CLIENT_CLOSE\1/g, "'MOCK_DEACTIVATE'")
  const { file, init } = application({ version: '2.99.0', script: older })
  expect(await init('public')).toEqual({
    output: [expect.stringContaining('of msw 2.99.0.') as string],
    messages: [expect.stringContaining('startStore() needs msw 3') as string],
  })
  expect(written(file('public'))).toBe(older)
})

it('leaves foreign files alone', async () => {
  const { file, init } = application()
  file('mockServiceWorker.js', 'self.skipWaiting()')
  await expect(init('.')).rejects.toThrow(
    new Failure('"mockServiceWorker.js" is there, and not msw\'s: move it away, or give another folder.'),
  )
  expect(written(file('.'))).toBe('self.skipWaiting()')
  await expect(init('mockServiceWorker.js')).rejects.toThrow('"mockServiceWorker.js" is a file, and a folder is expected.')
})

it('is called with a folder', async () => {
  const { path } = application()
  const place = join(path, 'deep', 'public')
  expect(await runCommand('init', place)).toMatchObject({ failure: undefined, output: [expect.stringContaining(place) as string] })
  expect(written(place)).toBe(script)
})
