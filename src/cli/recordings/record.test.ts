// The command `record` in a process of its own: what it passes on, what it writes, and the scenario of it.

import { readFileSync, writeFileSync } from 'node:fs'
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

async function served(security: 'secure' | 'insecure' = 'insecure'): Promise<string> {
  const listening = await listen(createStore({ security }), { port: 0 })
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
    // Events from before the recording do not pass.
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
      messages: 'POST /streams/raw passed and was not recorded: a body is no text.\n',
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

  it('leads links through itself where the server has a base path', async () => {
    const out = join(place(), 'recording.json')
    const store = createStore({ security: 'insecure', baseUrl: '/base' })
    const listening = await listen(store, { port: 0 })
    open.push(listening)
    const { url, end } = await startRecord(`${listening.url}/base`, '--out', out)
    const written = await append(url, 'cart-1', '{"n":1}')
    expect(written.status).toBe(201)
    const link = written.headers.get('Location')!
    expect(link).toMatch(`${url}/`)
    expect(await (await fetch(link, { headers: { Accept: 'application/json' } })).json()).toEqual({ n: 1 })
    await end()
    const [{ steps }] = JSON.parse(readFileSync(out, 'utf8')) as [Recording]
    expect(steps.map(({ request: { path } }) => path)).toEqual(['/streams/cart-1', '/streams/cart-1/0'])
    expect(steps[0]!.expect).toMatchObject({ headers: { location: '{base}/streams/cart-1/0' } })
  })

  it('leads redirects through itself', async () => {
    const out = join(place(), 'recording.json')
    const { url, end } = await startRecord(await served(), '--out', out)
    const headers = { 'Content-Type': 'application/json', 'ES-EventType': 'added' }
    const written = await fetch(`${url}/streams/cart-1`, { method: 'POST', headers, body: '{"n":1}' })
    expect([written.status, written.redirected, new URL(written.url).origin]).toEqual([201, true, url])
    await end()
    const [{ steps }] = JSON.parse(readFileSync(out, 'utf8')) as [Recording]
    expect(steps.map(({ expect: { status } }) => status)).toEqual([307, 201])
    expect(steps[0]!.expect).toMatchObject({
      headers: { location: expect.stringMatching(/^\{base\}\/streams\/cart-1\/incoming\//) as string },
    })
  })

  it('lets no page of a stranger reach the server through it', async () => {
    const { url, end } = await startRecord(await served(), '--out', join(place(), 'recording.json'))
    const refused = await fetch(`${url}/streams/cart-1`, { headers: { Origin: 'https://stranger.test' } })
    expect(refused.status).toBe(403)
    expect(await end()).toMatchObject({ output: expect.stringContaining('Recorded 0 requests') as string })
  })

  it('writes no secret of answers, and none of parameters', async () => {
    const [target, out] = [await served('secure'), join(place(), 'recording.json')]
    const { url, end } = await startRecord(target.replace('http://', 'http://admin:changeit@'), '--out', out)
    const read = async (path: string, accept = 'application/json'): Promise<string> =>
      await (await fetch(url + path, { headers: { Accept: accept } })).text()
    const { hash, salt } = JSON.parse(await read('/streams/%24user-admin/0')) as { hash: string; salt: string }
    expect([hash, salt]).toEqual([expect.stringMatching(/.{16}/), expect.stringMatching(/.{16}/)])
    await read('/streams/%24user-admin?embed=body', 'application/vnd.eventstore.atom+json')
    await read('/streams/%24user-admin/0?embed=tryharder', 'application/vnd.eventstore.atom+json')
    expect(await read('/streams/%24user-admin/0', 'text/xml')).toContain(`<salt>${salt}</salt>`)
    await read('/streams/cart-1?access_token=secret-1&embed=body&X-Amz-Signature=secret-2')
    await end()
    const text = readFileSync(out, 'utf8')
    for (const secret of [hash, salt]) expect(text).not.toContain(secret.slice(0, 10))
    expect(text).not.toMatch(/secret-\d/)
    const [{ steps }] = JSON.parse(text) as [Recording]
    expect(steps).toHaveLength(5)
    expect(steps[0]!.expect).toMatchObject({ body: { loginName: 'admin', hash: 'left-out', salt: 'left-out' } })
    expect(steps[4]!.request.path).toBe('/streams/cart-1?access_token=left-out&embed=body&X-Amz-Signature=left-out')
  })

  it('writes no secret: not of the body, and not of headers that an application adds', async () => {
    const [target, out] = [await served('secure'), join(place(), 'recording.json')]
    const { url, end } = await startRecord(target.replace('http://', 'http://admin:changeit@'), '--out', out)
    const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(url + path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })
    const created = await post('/users/', JSON.stringify({ loginName: 'bob', fullName: 'Bob', groups: [], password: 'secret-1' }))
    expect(created.status).toBe(201)
    const spaced = '{ "currentPassword": "secret-1", "newPassword": "secret-2" }'
    expect((await post('/users/bob/command/change-password', spaced)).status).toBeLessThan(500)
    const xml = '<ResetPasswordDetails><newPassword>secret-3</newPassword></ResetPasswordDetails>'
    await post('/users/bob/command/reset-password', xml, { 'Content-Type': 'text/xml' })
    await append(url, 'cart-1', '{"password":"kept"}', { 'X-Api-Key': 'secret-4', Cookie: 'id=secret-5', 'ES-TrustedAuth': 'secret-6' })
    await end()
    const text = readFileSync(out, 'utf8')
    expect(text).not.toMatch(/secret-\d/)
    const [{ steps }] = JSON.parse(text) as [Recording]
    expect(steps.map(({ request: { body } }) => body)).toEqual([
      { loginName: 'bob', fullName: 'Bob', groups: [], password: 'left-out' },
      { currentPassword: 'left-out', newPassword: 'left-out' },
      'left-out',
      { password: 'kept' },
    ])
  })

  it('says nothing about the server where a client gives up, and records no answer that is no text', async () => {
    const [target, out] = [await served(), join(place(), 'recording.json')]
    await append(target, 'raw', new Uint8Array([0, 255]), { 'Content-Type': 'application/octet-stream' })
    const { url, end } = await startRecord(target, '--out', out)
    const waiting = fetch(`${url}/streams/raw/1/forward/5`, {
      headers: { 'ES-LongPoll': '30', Accept: 'application/json' },
      signal: AbortSignal.timeout(300),
    })
    await expect(waiting).rejects.toThrow('timeout')
    const raw = await fetch(`${url}/streams/raw/0`, { headers: { Accept: 'application/octet-stream' } })
    expect(new Uint8Array(await raw.arrayBuffer())).toEqual(new Uint8Array([0, 255]))
    expect((await end()).messages).toBe('GET /streams/raw/0 passed and was not recorded: a body is no text.\n')
    expect(readFileSync(out, 'utf8')).not.toContain('\ufffd')
  })

  it('refuses a scenario that it could not write, before it listens', async () => {
    const [target, folder] = [await served(), place()]
    const record = async (out: string, scenario: string) =>
      (await runCommand('record', target, '--port', '0', '--out', join(folder, out), '--scenario', join(folder, scenario))).failure
    expect(await record('r.json', 'none/s.json')).toBe(`There is no folder "${join(folder, 'none')}".`)
    expect(await record('r.json', '')).toBe(`"${join(folder, '')}" is a folder.`)
    expect(await record('one.json', 'one.json')).toMatch(/^The recording and the scenario cannot both be/)
  })

  it('ends with one line where nothing answers, or the port is taken', async () => {
    const out = join(place(), 'recording.json')
    expect((await runCommand('record', 'http://127.0.0.1:9', '--out', out)).failure).toMatch(/^http:\/\/127\.0\.0\.1:9 cannot be reached/)
    const target = await served()
    const { port } = new URL(target)
    writeFileSync(out, 'of yesterday')
    expect((await runCommand('record', target, '--out', out, '--port', port)).failure).toBe(
      `Port ${port} is in use. Give another one with --port, or 0 for a free one.`,
    )
    expect(readFileSync(out, 'utf8')).toBe('of yesterday')
  })
})
