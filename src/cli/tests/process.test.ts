// The command in separate processes: exit codes, signals, and the files that a killed server leaves on disk.

import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { snapshotLines } from '../../engine/snapshot/lines.ts'
import { createStore } from '../../engine/store.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import type { RunningCommand } from '../commands.fixture.ts'
import { startCommand, startMeasuredServe, startServe } from '../commands.fixture.ts'

const folders: { remove(): void }[] = []
const running: RunningCommand[] = []
afterEach(async () => {
  for (const { process } of running) process.kill('SIGKILL')
  await Promise.all(running.splice(0).map(({ ended }) => ended))
  for (const folder of folders.splice(0)) folder.remove()
})

const place = (): string => {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

const serve = async (...given: string[]) => {
  const command = await startServe(...given)
  running.push(command)
  return command
}

const ending = async (...given: string[]) => {
  const command = startCommand(...given)
  running.push(command)
  return await command.ended
}

const append = (url: string, stream: string, n: number): Promise<Response> =>
  fetch(`${url}/streams/${stream}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'ES-EventType': 'counted', 'ES-EventId': crypto.randomUUID() },
    body: JSON.stringify({ n }),
  })

async function exportOf(count: number): Promise<string> {
  const store = createStore()
  try {
    await store.append(
      'a',
      Array.from({ length: count }, (_, n) => ({ type: 'T', data: { n } })),
    )
    return [...snapshotLines(await store.snapshot())].join('\n')
  } finally {
    await store.close()
  }
}

const scenarioOf = async (count: number): Promise<string> =>
  JSON.stringify({
    version: 1,
    events: Array.from({ length: count }, (_, n) => ({ stream: 'a', type: 'T', data: { n } })),
    projections: [{ name: 'p', query: 'fromAll().when({})' }],
  })

const linesOf = async (count: number): Promise<string> =>
  Array.from({ length: count }, (_, n) => JSON.stringify({ stream: 'a', type: 'T', data: { n } })).join('\n')

it.skipIf(process.platform === 'win32').each([
  ['events', () => linesOf(300_000)],
  ['an export', () => exportOf(200_000)],
  ['a scenario', () => scenarioOf(50_000)],
] as const)(
  'an import of %s that is interrupted leaves nothing behind',
  async (_, content) => {
    const folder = place()
    const [file, db] = [join(folder, 'imported.jsonl'), join(folder, 'db')]
    writeFileSync(file, await content())
    const command = startCommand('import', file, '--db', db)
    running.push(command)
    while (!existsSync(join(db, 'rillbox.sqlite-wal'))) await new Promise((resolve) => setTimeout(resolve, 5))
    command.process.kill('SIGINT')
    expect(await command.ended).toMatchObject({ code: 2, messages: 'rillbox: Interrupted: nothing was imported.\n' })
    expect(existsSync(db)).toBe(false)
  },
  60_000,
)

/** Names and queries: counts, and copies and links that go to a stream of each. */
const tenProjections = Array.from({ length: 10 }, (_, n) => {
  const count = 'fromAll().when({ $init: () => ({ n: 0 }), counted: (s) => { s.n++ } })'
  if (n < 4) return [`count${n}`, n % 2 === 0 ? count : count.replace('fromAll()', "fromCategory('order')")] as const
  const output = n < 7 ? "emit('out-copy', 'copied', { n: e.data.n })" : "linkTo('out-copy', e)"
  return [`copy${n}`, `fromAll().when({ counted: (s, e) => { ${output} } })`.replace('out-copy', `out-copy${n}`)] as const
})

async function project(url: string, name: string, query: string): Promise<void> {
  const response = await fetch(`${url}/projections/continuous?name=${name}&emit=yes`, { method: 'POST', body: query })
  expect(response.status).toBe(201)
}

const asUser = (login: string, password: string) => ({ Authorization: `Basic ${btoa(`${login}:${password}`)}` })

const read = async (url: string, stream: string): Promise<number[]> => {
  const numbers: number[] = []
  for (let from = 0; ; from += 500) {
    const response = await fetch(`${url}/streams/${stream}/${from}/forward/500?embed=body&format=json`)
    const page = (await response.json()) as { entries: { data: string }[]; headOfStream: boolean }
    numbers.push(...page.entries.toReversed().map(({ data }) => (JSON.parse(data) as { n: number }).n))
    if (page.headOfStream) return numbers
  }
}

/** Processes start slowly where the machine is busy. */
const patience = { timeout: 120_000 }

describe('rillbox', patience, () => {
  it('helps, prints its version, and ends with 2 and one line on wrong arguments', async () => {
    expect(await ending('--help')).toMatchObject({ code: 0, output: expect.stringContaining('rillbox serve') as string })
    expect(await ending('--version')).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string })
    expect(await ending('serve', '--prot', '1')).toEqual({
      code: 2,
      output: '',
      messages: 'rillbox: Unknown option \'--prot\'. Did you mean --port? "rillbox serve --help" says more.\n',
    })
  })

  it('ends with 2 and one line on failure', async () => {
    const folder = place()
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    expect(await ending('serve', '--port', String(port))).toEqual({
      code: 2,
      output: '',
      messages: `rillbox: Port ${port} is in use. Give another one with --port, or 0 for a free one.\n`,
    })
    other.close()

    writeFileSync(join(folder, 'file'), '')
    expect(await ending('serve', '--port', '0', '--db', join(folder, 'file'))).toMatchObject({
      code: 2,
      messages: expect.stringMatching(/^rillbox: The folder ".*" cannot be used: it is a file\. .*\n$/) as string,
    })
    writeFileSync(join(folder, 'scenario.json'), '{"version":1,"events":[{"stream":"a"}]}')
    expect((await ending('serve', '--port', '0', '--ui', folder)).messages).toBe(
      `rillbox: "${folder}" has no index.html: --ui takes the folder of built pages.\n`,
    )
    expect(await ending('serve', '--port', '0', '--scenario', join(folder, 'scenario.json'))).toEqual({
      code: 2,
      output: '',
      messages: `rillbox: ${join(folder, 'scenario.json')}: events[0].type: is missing.\n`,
    })
    writeFileSync(join(folder, 'broken.json'), '{\n"version": 1,\n"events": [,]\n}')
    expect((await ending('serve', '--scenario', join(folder, 'broken.json'))).messages).toContain('broken.json:3: not JSON (')
  })

  it('does not judge queries by no events at all', async () => {
    const query = join(place(), 'any.js')
    writeFileSync(query, 'fromAll().when({ $any: (state) => state })')
    const messages = 'rillbox: Standard input has no events. Name a source: --events FILE, --db DIR or --from URL.\n'
    expect(await ending('compare', query, query)).toEqual({ code: 2, output: '', messages })
    expect(await ending('profile', query)).toEqual({ code: 2, output: '', messages })
  })
})

describe('rillbox serve', patience, () => {
  it('keeps a folder to itself', async () => {
    const db = join(place(), 'db')
    await serve('--db', db)
    expect(await ending('serve', '--port', '0', '--db', db)).toEqual({
      code: 2,
      output: '',
      messages: `rillbox: The folder "${db}" is in use by another process. End that process, or use another folder.\n`,
    })
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends cleanly on %s, and answers waiting requests', async (signal) => {
    const { url, process, ended } = await serve('--db', join(place(), 'db'))
    await append(url, 's', 0)
    const waiting = fetch(`${url}/streams/s/1/forward/20?embed=body`, {
      headers: { 'ES-LongPoll': '60', Accept: 'application/vnd.eventstore.atom+json' },
    })
    // The request is on its way before the signal is.
    await new Promise((resolve) => void setTimeout(resolve, 300))
    process.kill(signal)
    expect((await waiting).status).toBe(200)
    expect(await ended).toMatchObject({ code: 0, messages: '' })
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it('ends with 0 after a shutdown, and releases its port and its folder', async () => {
    const db = join(place(), 'db')
    const { url, ended } = await serve('--db', db)
    await append(url, 's', 7)
    const shutdown = await fetch(`${url}/admin/shutdown`, { method: 'POST', headers: asUser('admin', 'changeit') })
    expect([shutdown.status, await shutdown.text()]).toEqual([200, ''])
    expect(await ended).toMatchObject({ code: 0, messages: '' })
    await expect(fetch(url)).rejects.toThrow('fetch failed')
    const again = await startServe('--port', new URL(url).port, '--db', db)
    running.push(again)
    expect(again.url).toBe(url)
    expect(await read(again.url, 's')).toEqual([7])
  })

  it('refuses a body of 200 MB without having it in memory', async () => {
    const measured = await startMeasuredServe()
    running.push(measured)
    const { url, process, ended } = measured
    const piece = Buffer.alloc(1_000_000)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      // In chunks, so that no length header announces it.
      const sending = request(`${url}/streams/s`, { method: 'POST' }, (response) => resolve(response.resume().statusCode))
      sending.on('error', reject)
      let left = 200
      const send = (): void => {
        for (; left > 0; left--) if (!sending.write(piece)) return void sending.once('drain', send)
        sending.end()
      }
      send()
    })
    expect(status).toBe(413)
    process.kill('SIGTERM')
    const [, kilobytes] = /maxRSS (\d+)/.exec((await ended).messages) ?? []
    // About 120 MB without any request.
    expect(Number(kilobytes)).toBeLessThan(300_000)
  })

  it('holds a page of 10 MB once for a hundred clients that never read it', async () => {
    const measured = await startMeasuredServe()
    running.push(measured)
    const { url, process, ended } = measured
    for (let n = 0; n < 3; n++) {
      const headers = { 'Content-Type': 'application/json', 'ES-EventType': 'large', 'ES-EventId': crypto.randomUUID() }
      const body = JSON.stringify({ text: 'x'.repeat(3_400_000) })
      expect((await fetch(`${url}/streams/large`, { method: 'POST', headers, body })).status).toBe(201)
    }
    const deaf = Array.from({ length: 100 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
    const begun = deaf.map((socket) => new Promise((resolve) => socket.on('error', () => undefined).once('readable', resolve)))
    const ask = 'GET /streams/large/head/backward/3?embed=body HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n'
    for (const socket of deaf) socket.write(ask)
    await Promise.all(begun)
    expect((await fetch(`${url}/ping`)).status).toBe(200)
    for (const socket of deaf) socket.destroy()
    process.kill('SIGTERM')
    const [, kilobytes] = /maxRSS (\d+)/.exec((await ended).messages) ?? []
    // All of their answers together have 1 GB, and were made from as much again.
    expect(Number(kilobytes)).toBeLessThan(900_000)
  })

  it('refuses strangers, says so once, and lets in the named ones', async () => {
    const ask = (url: string, headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(`${url}/ping`, { headers }, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end()
      })
    const strict = await serve('--insecure')
    const strangers: Record<string, string>[] = [
      { Host: 'evil.example' },
      { Origin: 'https://evil.example' },
      { Origin: 'https://evil.example' },
    ]
    for (const headers of strangers) expect(await ask(strict.url, headers)).toBe(403)
    expect(await ask(strict.url, { Origin: 'http://localhost:5173' })).toBe(200)
    strict.process.kill('SIGTERM')
    expect((await strict.ended).messages).toMatch(/^.*"evil\.example".*\n.*https:\/\/evil\.example.*\n$/)

    const named = ['--allow-host', 'es.test', '--allow-host', 'event_store', '--allow-origin', 'https://app.test']
    const open = await serve(...named)
    const friends: Record<string, string>[] = [{ Host: 'es.test:1' }, { Host: 'event_store' }, { Origin: 'https://app.test' }]
    for (const headers of friends) expect(await ask(open.url, headers)).toBe(200)
    expect(await ask(open.url, { Origin: 'https://evil.example' })).toBe(403)
    expect((await ending('serve', '--port', '0', '--allow-origin', 'app.test')).messages).toBe(
      'rillbox: "app.test" is no origin. Give scheme, host and port, for example "https://app.test:8080".\n',
    )
  })

  it('sets the first passwords and requires them, when told to', async () => {
    const passwords = ['--default-admin-password', 'first', '--default-ops-password', 'second']
    const { url } = await serve('--allow-anonymous-stream-access', 'false', ...passwords)
    const status = async (path: string, headers?: Record<string, string>) =>
      (await fetch(url + path, { ...(headers && { headers }) })).status
    expect([await status('/streams/s'), await status('/stats'), await status('/ping')]).toEqual([401, 401, 200])
    expect(await status('/streams/%24all', asUser('admin', 'first'))).toBe(200)
    expect(await status('/stats', asUser('ops', 'second'))).toBe(200)
    expect(await status('/streams/%24all', asUser('admin', 'changeit'))).toBe(401)
  })

  it('warns when every client that reaches the machine may do everything', async () => {
    const open = await serve('--insecure', '--host', '0.0.0.0')
    open.process.kill('SIGTERM')
    expect((await open.ended).messages).toMatch(/^The store asks for no credentials and listens on 0\.0\.0\.0: [^\n]*\n$/)
    const known = await serve('--host', '0.0.0.0')
    known.process.kill('SIGTERM')
    expect((await known.ended).messages).toMatch(/^The default password of admin and ops is known to all, [^\n]*\n$/)
  })

  it('says once that a projection feeds itself, and goes on answering', async () => {
    const { url, process, ended } = await serve('--insecure')
    await append(url, 's', 0)
    const created = await fetch(`${url}/projections/continuous?name=endless&emit=yes&enabled=yes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: "fromAll().when({ $any: () => { emit('fed', 'Fed', {}); return {} } })",
    })
    expect(created.status).toBe(201)
    let messages = ''
    process.stderr!.on('data', (text: string) => (messages += text))
    await expect.poll(() => messages, { timeout: 60_000 }).not.toBe('')
    for (let n = 1; n <= 5; n++) expect((await append(url, 's', n)).status).toBe(201)
    process.kill('SIGTERM')
    expect(await ended).toMatchObject({
      code: 0,
      messages: 'The projection "endless" feeds itself: it emits in response to its own events, and continues until it is disabled.\n',
    })
  })

  it('loses and doubles nothing where it is killed again and again, with 32 writers and ten projections', async () => {
    const given = ['--insecure', '--db', join(place(), 'db')]
    const kills = 3
    const writers = Array.from({ length: 32 }, (_, n) => ({ stream: `order-${n}`, next: 0, acknowledged: [] as number[] }))
    for (let kill = 0; kill < kills; kill++) {
      const server = await serve(...given)
      if (kill === 0) for (const [name, query] of tenProjections) await project(server.url, name, query)
      let answers = 0
      const write = async (writer: (typeof writers)[number]): Promise<void> => {
        for (;;) {
          const n = writer.next++
          const response = await append(server.url, writer.stream, n).catch(() => undefined)
          if (response?.status !== 201) return
          writer.acknowledged.push(n)
          if (++answers === 200 + 70 * kill) server.process.kill('SIGKILL')
        }
      }
      await Promise.all(writers.map(write))
      await server.ended
    }
    const { url } = await serve(...given)
    const all: number[] = []
    for (const { stream, acknowledged } of writers) {
      const found = await read(url, stream)
      // A request that was under way may have been stored too.
      expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b))
      expect(found).toEqual(expect.arrayContaining(acknowledged))
      all.push(...found)
    }
    const sorted = all.toSorted((a, b) => a - b)
    for (const [name] of tenProjections) {
      const isCount = name.startsWith('count')
      const seen: () => Promise<unknown> = isCount
        ? async () => await (await fetch(`${url}/projection/${name}/state`)).text()
        : async () => (await read(url, `out-${name}`)).toSorted((a, b) => a - b)
      await expect.poll(seen, { timeout: 20_000 }).toEqual(isCount ? `{"n":${sorted.length}}` : sorted)
    }
    for (const index of ['$et-counted', '$ce-order']) expect((await read(url, index)).toSorted((a, b) => a - b)).toEqual(sorted)
    expect((await append(url, 'order-0', writers[0]!.next)).status).toBe(201)
  }, 60_000)

  it('seeds a fresh store, and no other one', async () => {
    const folder = place()
    const [db, scenario] = [join(folder, 'db'), join(folder, 'scenario.json')]
    writeFileSync(
      scenario,
      JSON.stringify({
        version: 1,
        events: [1, 2].map((n) => ({ stream: 's', type: 't', data: { n } })),
        projections: [{ name: 'count', query: './count.js' }],
      }),
    )
    writeFileSync(join(folder, 'count.js'), 'fromAll().when({ $init: () => ({ n: 0 }), t: (s) => { s.n++; return s } })')
    const first = await serve('--db', db, '--scenario', scenario)
    expect(await read(first.url, 's')).toEqual([1, 2])
    first.process.kill('SIGTERM')
    expect((await first.ended).messages).toBe('Seeded 2 events.\n')
    const second = await serve('--db', db, '--scenario', scenario)
    expect(await read(second.url, 's')).toEqual([1, 2])
    const headers = { Authorization: `Basic ${btoa('admin:changeit')}` }
    const state = async () => await (await fetch(`${second.url}/projection/count/state`, { headers })).text()
    await expect.poll(state, { timeout: 20_000 }).toBe('{"n":2}')
    second.process.kill('SIGTERM')
    expect((await second.ended).messages).toContain('the scenario was skipped')
  })

  it('lets clients keep pages only where that is wanted', async () => {
    const control = async (...given: string[]) => {
      const { url } = await serve(...given)
      await append(url, 's', 1)
      return (await fetch(`${url}/streams/s/0/forward/1`, { headers: { Accept: 'application/vnd.eventstore.atom+json' } })).headers.get(
        'Cache-Control',
      )
    }
    expect(await control()).toBe('max-age=0, no-cache, must-revalidate')
    expect(await control('--caching')).toContain('max-age=31536000')
  })

  it('starts the system projections by default', async () => {
    const headers = { Authorization: `Basic ${btoa('admin:changeit')}` }
    const status = async (url: string) =>
      ((await (await fetch(`${url}/projection/$by_category`, { headers })).json()) as { status: string }).status
    const { url } = await serve()
    await expect.poll(() => status(url), { timeout: 20_000 }).toBe('Running')
    expect(await status((await serve('--no-system-projections')).url)).toBe('Stopped')
  })

  it('refuses malformed bodies by default', async () => {
    const headers = { 'Content-Type': 'application/json', 'ES-EventType': 't', 'ES-EventId': crypto.randomUUID() }
    const posted = async (...given: string[]) =>
      (await fetch(`${(await serve(...given)).url}/streams/s`, { method: 'POST', headers, body: 'no JSON' })).status
    expect(await posted()).toBe(400)
    expect(await posted('--accept-unparsable-bodies')).toBe(201)
  })

  it('asks for no credentials where it is insecure', async () => {
    const status = async (...given: string[]) => (await fetch(`${(await serve(...given)).url}/streams/%24all`)).status
    expect(await status()).toBe(401)
    expect(await status('--insecure')).toBe(200)
  })
})

describe('serve, asked as the server is', () => {
  it('takes its options from a file and from variables, and logs requests as JSON', patience, async () => {
    const file = join(place(), 'kurrentdb.conf')
    writeFileSync(
      file,
      '---\n# as on the server\nNodePort: 1\nInsecure: true\nRunProjections: All\nLogConsoleFormat: Json\nChunkSize: 1000\n',
    )
    process.env['KURRENTDB_NODE_PORT'] = '2'
    let command: RunningCommand
    try {
      command = startCommand('serve', '--config', file, '--mem-db', '--enable-atom-pub-over-http', '--node-port=0')
    } finally {
      delete process.env['KURRENTDB_NODE_PORT']
    }
    running.push(command)
    expect(JSON.parse(await command.started)).toMatchObject({
      level: 'warning',
      message: 'ChunkSize in the configuration file has no effect here: it tunes what a store does not have.',
    })
    let printed = ''
    command.process.stdout!.on('data', (text: string) => (printed += text))
    await expect.poll(() => printed, patience).toContain('gRPC clients')
    const [url = ''] = /http:[^,"]*:\d+/.exec(printed) ?? []
    // Insecure: nobody is asked for credentials.
    expect((await fetch(`${url}/projections/any`)).status).toBe(200)
    await expect.poll(() => printed, patience).toContain('"message":"request","method":"GET","path":"/projections/any","status":200')
    command.process.kill('SIGTERM')
    expect(await command.ended).toMatchObject({ code: 0, messages: '' })
  })

  it('names what it cannot do, and a file that is none', patience, async () => {
    expect(await ending('serve', '--run-projections=None')).toMatchObject({
      code: 2,
      messages: expect.stringContaining('--run-projections') as string,
    })
    const file = join(place(), 'broken.conf')
    writeFileSync(file, 'NodePort: [1')
    expect(await ending('serve', `--config=${file}`)).toMatchObject({ code: 2, messages: expect.stringContaining('is not YAML') as string })
    expect(await ending('serve', '--config=nowhere.conf')).toMatchObject({
      code: 2,
      messages: expect.stringContaining('"nowhere.conf" cannot be read: ENOENT') as string,
    })
  })
})
