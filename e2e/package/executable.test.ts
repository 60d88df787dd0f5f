// The executable of this machine: one file that works in an empty folder, with an empty environment and no Node to be found.

import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const isMade = process.platform === 'linux' && process.arch === 'x64'

let place = ''
const children: ChildProcess[] = []
beforeAll(() => {
  if (!isMade) return
  place = mkdtempSync(join(tmpdir(), 'rillbox-executable-'))
  execFileSync(process.execPath, [join(root, 'scripts', 'package', 'executable', 'make.ts'), 'linux-x64', '--out', place], {
    stdio: 'pipe',
  })
}, 300_000)
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  if (place !== '') rmSync(place, { recursive: true })
})

/** A folder with the executable alone. */
function emptyFolder(): string {
  const folder = join(place, crypto.randomUUID())
  mkdirSync(folder)
  copyFileSync(join(place, 'rillbox-linux-x64'), join(folder, 'rillbox'))
  return folder
}

const run = (folder: string, ...given: string[]) => {
  const { status, stdout, stderr } = spawnSync('./rillbox', given, { cwd: folder, env: { PATH: '' }, encoding: 'utf8' })
  return { status, output: stdout, messages: stderr }
}

async function serve(folder: string, ...given: string[]) {
  const child = spawn('./rillbox', ['serve', '--port', '0', '--insecure', ...given], { cwd: folder, env: { PATH: '' }, stdio: 'pipe' })
  children.push(child)
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve)
    child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)))
  })
  return { child, url: /http:\S+?:\d+/.exec(line)![0] }
}

const send = (url: string, method: string, body?: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method, headers, ...(body !== undefined && { body }) })

const count = 'fromAll().when({ $init: () => ({ n: 0 }), placed: (s, e) => { s.n += e.data.total } })'

describe.skipIf(!isMade)('the executable, which is made here for linux-x64 only', () => {
  test('tells its version, and imports, runs and checks in an empty folder', () => {
    const folder = emptyFolder()
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(run(folder, '--version')).toEqual({ status: 0, output: `${version}\n`, messages: '' })
    writeFileSync(join(folder, 'events.ndjson'), '{"stream":"order-1","type":"placed","data":{"total":5}}\n')
    writeFileSync(join(folder, 'totals.js'), count)
    writeFileSync(join(folder, 'wrong.js'), 'fromAll().when({ placed: (s) => {')
    expect(run(folder, 'run', 'totals.js', '--events', 'events.ndjson')).toEqual({ status: 0, output: '{"state":{"n":5}}\n', messages: '' })
    expect(run(folder, 'check', 'totals.js')).toMatchObject({ status: 0 })
    expect(run(folder, 'check', 'wrong.js')).toMatchObject({ status: 1, output: expect.stringContaining('wrong.js:1:') as string })
    expect(run(folder, 'import', 'events.ndjson', '--db', 'db')).toMatchObject({ status: 0, output: 'Imported 1 event.\n' })
    expect(readdirSync(folder).sort()).toEqual(['db', 'events.ndjson', 'rillbox', 'totals.js', 'wrong.js'])
  })

  test('serves a store on disk with control routes, stores with ports of their own, and an end within a second', async () => {
    const folder = emptyFolder()
    const { child, url } = await serve(folder, '--db', 'db', '--control')
    const headers = { 'Content-Type': 'application/json', 'ES-EventType': 'placed', 'ES-EventId': crypto.randomUUID() }
    expect((await send(`${url}/streams/order-1`, 'POST', '{"total":7}', headers)).status).toBe(201)
    await send(`${url}/projections/continuous?name=totals`, 'POST', count)
    expect((await send(`${url}/-/settled`, 'GET')).status).toBe(204)
    expect(await (await send(`${url}/projection/totals/state`, 'GET')).json()).toEqual({ n: 7 })
    const named = (await (await send(`${url}/-/stores`, 'POST')).json()) as { url: string; connectionString: string }
    expect(named.connectionString).toMatch(/^kurrentdb:\/\/127\.0\.0\.1:\d+\?tls=false$/)
    expect((await send(`${named.url}/ping`, 'GET')).status).toBe(200)
    // The workbench and the scripts that its script imports are inside.
    const entry = await send(`${url}/ui/workbench.js`, 'GET')
    expect([(await send(`${url}/ui`, 'GET')).status, entry.status]).toEqual([200, 200])
    const imported = [...(await entry.text()).matchAll(/from"\.\/([^"]+)"/g)].map(([, name]) => name!)
    expect(imported).not.toEqual([])
    for (const name of imported) expect([name, (await send(`${url}/ui/${name}`, 'GET')).status]).toEqual([name, 200])
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(run(folder, 'export', '--db', 'db').output).toContain('"order-1"')
  })

  test('runs queries in threads, and ends an endless one', async () => {
    const { child, url } = await serve(emptyFolder())
    let messages = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (messages += text))
    await send(`${url}/projections/continuous?name=endless`, 'POST', 'fromAll().when({ $any: () => { for (;;) {} } })')
    const headers = { 'Content-Type': 'application/json', 'ES-EventType': 'placed', 'ES-EventId': crypto.randomUUID() }
    await send(`${url}/streams/order-1`, 'POST', '{"total":7}', headers)
    const shown = async (): Promise<string> => await (await send(`${url}/projection/endless`, 'GET')).text()
    await expect.poll(shown, { timeout: 30_000 }).toContain('took too long')
    // On the main thread they run only with a warning.
    expect(messages).not.toContain('RILLBOX_QUERIES_IN_PROCESS')
  })
})
