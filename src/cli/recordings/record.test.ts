// The command `record` in a process of its own: what it passes on, what it writes, and the scenario of it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'
import { listen } from '../../host/node/http-server.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import type { RunningCommand } from '../commands.fixture.ts'
import { runCommand, startCommand } from '../commands.fixture.ts'
import type { Recording } from './recording.ts'

const open: { close(): Promise<void> }[] = []
const running: RunningCommand[] = []
const folders: { remove(): void }[] = []
afterEach(async () => {
  for (const { process } of running) process.kill('SIGKILL')
  await Promise.all(running.splice(0).map(({ ended }) => ended))
  await Promise.all(open.splice(0).map((opened) => opened.close()))
  for (const folder of folders.splice(0)) folder.remove()
})

const place = (): string => {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

async function served(): Promise<string> {
  const listening = await listen(createStore({ security: 'insecure' }), { port: 0 })
  open.push(listening)
  return listening.url
}

async function startRecord(...given: string[]) {
  const command = startCommand('record', '--port', '0', ...given)
  running.push(command)
  const url = /http:\/\/\S+?:\d+/.exec(await command.started)![0]
  const end = async () => {
    command.process.kill('SIGTERM')
    return await command.ended
  }
  return { url, end }
}

const append = (url: string, stream: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/streams/${stream}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'ES-EventType': 'added', 'ES-EventId': crypto.randomUUID(), ...headers },
    body,
  })

describe('record', { timeout: 120_000 }, () => {
  it('passes requests on, and writes a recording that plays and the scenario of its events', async () => {
    const [target, folder] = [await served(), place()]
    const [out, scenario] = [join(folder, 'recording.json'), join(folder, 'scenario.json')]
    // What was there before is not part of what passes.
    await append(target, 'cart-1', '{"n":0}')
    const { url, end } = await startRecord(target, '--out', out, '--scenario', scenario)
    const authorization = { Authorization: `Basic ${btoa('admin:changeit')}` }
    const written = await append(url, 'cart-1', '{"n":1}', { 'ES-ExpectedVersion': '0', ...authorization })
    expect([written.status, written.statusText, written.headers.get('Location')]).toEqual([201, 'Created', `${url}/streams/cart-1/1`])
    const bytes = await append(url, 'raw', new Uint8Array([0, 255]), { 'Content-Type': 'application/octet-stream' })
    expect(bytes.status).toBe(201)
    const refused = await append(url, 'cart-1', '{"n":2}', { 'ES-ExpectedVersion': '7' })
    expect([refused.status, refused.statusText]).toEqual([400, 'Wrong expected EventNumber'])
    const feed = await (await fetch(`${url}/streams/cart-1?format=json`)).text()
    expect(feed).toContain(`${url}/streams/cart-1`)

    expect(await end()).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Recorded 3 requests in .*recording\.json\.\nWrote 1 event to .*scenario\.json\.\n$/) as string,
      messages: 'POST /streams/raw passed and was not recorded: its body is no text.\n',
    })
    const text = readFileSync(out, 'utf8')
    expect(text).not.toContain('changeit')
    expect(text).not.toContain(btoa('admin:changeit'))
    const [recording] = JSON.parse(text) as [Recording]
    expect(
      recording.steps.map(({ note, request: { method, path, body }, expect: { status } }) => [method, path, body, status, note]),
    ).toEqual([
      ['POST', '/streams/cart-1', { n: 1 }, 201, 'sent as admin'],
      ['POST', '/streams/cart-1', { n: 2 }, 400, undefined],
      [undefined, '/streams/cart-1?format=json', undefined, 200, undefined],
    ])
    expect(recording.steps[0]!.expect).toMatchObject({ headers: { location: '{base}/streams/cart-1/1' } })
    expect(JSON.parse(readFileSync(scenario, 'utf8'))).toMatchObject({ version: 1, events: [{ stream: 'cart-1', type: 'added' }] })

    const played = await runCommand('diff', '--from', await served(), '--to', await served(), '--recording', out)
    expect(played.output).toEqual(['Both answer 3 requests alike.'])
  })

  it('lets no page of a stranger reach the server through it', async () => {
    const { url, end } = await startRecord(await served(), '--out', join(place(), 'recording.json'))
    const refused = await fetch(`${url}/streams/cart-1`, { headers: { Origin: 'https://stranger.test' } })
    expect(refused.status).toBe(403)
    expect(await end()).toMatchObject({ output: expect.stringContaining('Recorded 0 requests') as string })
  })

  it('ends with one line where nothing answers, or the port is taken', async () => {
    const out = join(place(), 'recording.json')
    expect((await runCommand('record', 'http://127.0.0.1:9', '--out', out)).failure).toMatch(/^http:\/\/127\.0\.0\.1:9 cannot be reached/)
    const target = await served()
    const { port } = new URL(target)
    expect((await runCommand('record', target, '--out', out, '--port', port)).failure).toBe(`Port ${port} is in use.`)
  })
})
