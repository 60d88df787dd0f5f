// Folders of projections: pushed to a server, and served.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readArguments } from '../arguments.ts'
import type { RunningServe } from '../commands.fixture.ts'
import { runCommand, startCommand, startServe } from '../commands.fixture.ts'

let folder: string
let served: RunningServe | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rillbox-projections-'))
})
afterEach(async () => {
  served?.process.kill('SIGTERM')
  await served?.ended
  served = undefined
  rmSync(folder, { recursive: true })
})

const query = (member: string): string => `fromStream('a').when({ $any: (state) => ({ ${member}: 1 }) })`
const write = (name: string, text: string): void => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), text)
}
const queryOf = async (name: string): Promise<string> => await (await fetch(`${served!.url}/projection/${name}/query`)).text()
const admin = (): string => served!.url.replace('http://', 'http://admin:changeit@')

test('push shows the plan and carries it out, and --check changes nothing', async () => {
  served = await startServe('--insecure')
  write('carts.js', query('carts'))
  write('deep/orders.js', `// @name order totals\n${query('orders')}`)
  const push = async (...options: string[]) => (await runCommand('push', admin(), '--projections', folder, ...options)).output
  expect(await push('--check')).toEqual(['create      carts', 'create      order totals'])
  expect(await push()).toEqual([
    'create      carts',
    'create      order totals',
    expect.stringMatching(/: 2 projections created, 0 updated\.$/),
  ])
  write('carts.js', query('changed'))
  rmSync(join(folder, 'deep'), { recursive: true })
  expect(await push('--check')).toEqual(['update      carts         query', 'only there  order totals'])
  expect(await queryOf('carts')).toBe(query('carts'))
  const [plan] = [JSON.parse((await push('--check', '--json')).join('\n')) as unknown]
  expect(plan).toEqual([
    { name: 'carts', action: 'update', differences: ['query'], file: expect.stringMatching(/carts\.js$/) },
    { name: 'order totals', action: 'only-there', differences: [] },
  ])
  await push()
  expect(await queryOf('carts')).toBe(query('changed'))
})

test('a served store gets the projections, and with --watch each that is saved', async () => {
  write('carts.js', query('carts'))
  served = await startServe('--insecure', '--projections', folder, '--watch')
  expect(await queryOf('carts')).toBe(query('carts'))
  write('carts.js', query('saved'))
  await vi.waitFor(async () => expect(await queryOf('carts')).toBe(query('saved')), { timeout: 20_000, interval: 50 })
  // The wrong file changes nothing; the other files are taken.
  write('wrong.js', '// @emitt no\n')
  write('orders.js', query('orders'))
  await vi.waitFor(async () => expect(await queryOf('orders')).toBe(query('orders')), { timeout: 20_000, interval: 50 })
  // The folder goes and comes again, as when another branch is checked out.
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  write('carts.js', query('again'))
  await vi.waitFor(async () => expect(await queryOf('carts')).toBe(query('again')), { timeout: 20_000, interval: 50 })
  write('carts.js', query('once more'))
  await vi.waitFor(async () => expect(await queryOf('carts')).toBe(query('once more')), { timeout: 20_000, interval: 50 })
})

test.each([
  [['push', 'http://localhost:2113'], 'What? Give the folder of a store with --db, or of projections with --projections.'],
  [['push', 'http://localhost:2113', '--db', 'a', '--projections', 'b'], 'Give one of --db and --projections.'],
  [['push', 'http://localhost:2113', '--db', 'a', '--check'], '--check belongs to --projections.'],
  [['serve', '--watch'], '--watch belongs to --projections.'],
])('refuses %j', (given, message) => {
  expect(readArguments(given)).toMatchObject({ kind: 'problem', message })
})

test('push tells of the projections that are faulted on the server, and exits with 1', async () => {
  served = await startServe('--insecure')
  const posted = await fetch(`${served.url}/streams/a`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'ES-EventType': 'T', 'ES-EventId': crypto.randomUUID() },
    body: '{}',
  })
  expect(posted.status).toBe(201)
  write('fails.js', "fromStream('a').when({ $any: (state, event) => event.data.total.sum })")
  write('good.js', query('good'))
  const pushed = startCommand('push', admin(), '--projections', folder)
  const { code, messages } = await pushed.ended
  expect({ code, messages }).toEqual({
    code: 1,
    messages: expect.stringMatching(/fails\.js: the projection "fails" is faulted: .*sum.* \(event at a: 0\)\n$/),
  })
  expect(await queryOf('good')).toBe(query('good'))
  // It is unchanged then, and runs no better.
  const again = await startCommand('push', admin(), '--projections', folder).ended
  expect({ code: again.code, messages: again.messages }).toEqual({ code: 1, messages })
  expect((await startCommand('push', admin(), '--projections', folder, '--check').ended).code).toBe(0)
})

test('takes a folder for none of the scripts, whatever its name', async () => {
  served = await startServe('--insecure')
  write('chart.js/totals.js', query('totals'))
  const { output } = await runCommand('push', admin(), '--projections', folder, '--check')
  expect(output).toEqual(['create      totals'])
})

test('names a folder that is missing or empty, a file that is wrong, and a server that does not answer', async () => {
  const push = async (path: string) => (await runCommand('push', 'http://127.0.0.1:9', '--projections', path)).failure
  expect(await push(join(folder, 'none'))).toBe(`There is no folder "${join(folder, 'none')}".`)
  expect(await push(folder)).toBe(`There is no projection in "${folder}": projections are files named *.js.`)
  write('a.js', '// @emitt no\n')
  expect(await push(folder)).toMatch(/a\.js: there is no @emitt\. Did you mean @emit\?$/)
  write('a.js', query('a'))
  expect(await push(folder)).toMatch(/127\.0\.0\.1:9/)
})

test('tells of the projections that cannot run', async () => {
  write('broken.js', 'fromAll(')
  served = await startServe('--insecure', '--projections', folder)
  served.process.kill('SIGTERM')
  expect((await served.ended).messages).toContain('broken.js: the projection "broken" is faulted: Unexpected end of input')
})

test('names what a server without projections at that address has refused', async () => {
  served = await startServe('--insecure')
  write('a.js', query('a'))
  const { failure } = await runCommand('push', `${admin()}/none`, '--projections', folder)
  expect(failure).toBe('The list of projections was refused: 404 Not Found')
})
