// Pull and push, between stores on disk and served ones in separate processes.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { EventOf } from '../../engine/typed-events.ts'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'
import { listen } from '../../host/node/http-server.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import { sqliteStorage } from '../../storage/sqlite/sqlite.ts'
import type { RunningCommand } from '../commands.fixture.ts'
import { runCommand, startServe } from '../commands.fixture.ts'

const folders: { remove(): void }[] = []
const running: RunningCommand[] = []
afterEach(async () => {
  for (const { process } of running) process.kill('SIGTERM')
  await Promise.all(running.splice(0).map(({ ended }) => ended))
  for (const folder of folders.splice(0)) folder.remove()
})

const place = (): ((name: string) => string) => {
  const folder = temporaryFolder()
  folders.push(folder)
  return (name) => join(folder.path, name)
}

/** @returns the URL with credentials in it. */
const serve = async (...given: string[]): Promise<RunningCommand & { readonly url: string }> => {
  const command = await startServe(...given)
  running.push(command)
  return { ...command, url: command.url.replace('http://', 'http://admin:changeit@') }
}

async function withStore<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = createStore({ storage: sqliteStorage({ folder }) })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const totals = `fromCategory('order').foreachStream().when({
  $init: () => ({ total: 0 }),
  placed: (state, event) => { state.total += event.data.total; emit('totals', 'total', { total: state.total }) },
})`

const send = (store: Store, method: string, path: string, headers: Record<string, string> = {}, body?: string | Uint8Array<ArrayBuffer>) =>
  store.direct(new Request(`http://store${path}`, { method, headers, body }))

/** Orders, text, bytes, metadata, deletions, and projections of every kind. */
async function fill(store: Store): Promise<void> {
  for (let n = 0; n < 30; n++) await store.append(`order-${n % 3}`, { type: 'placed', data: { total: n }, metadata: { by: 'ann' } })
  await store.append('notes', { type: 'noted', data: 'plain text' })
  const bytes = { 'Content-Type': 'application/octet-stream', 'ES-EventType': 'raw', 'ES-EventId': '00000000-0000-4000-8000-0000000000ff' }
  await send(store, 'POST', '/streams/bytes', bytes, new Uint8Array([0xff, 0, 0xfe]))
  const json = { 'Content-Type': 'application/json', 'ES-EventId': '00000000-0000-4000-8000-0000000000fe' }
  await send(store, 'POST', '/streams/order-1/metadata', json, '{"$maxCount":7,"owner":"ann"}')
  await store.append('left', [{ type: 'a' }, { type: 'b' }])
  await send(store, 'DELETE', '/streams/left')
  await store.append('gone', { type: 'a' })
  await send(store, 'DELETE', '/streams/gone', { 'ES-HardDelete': 'true' })
  await store.project('totals', totals)
  await store.project('stopped', 'fromAll().when({ $any: (state) => state })', { enabled: false, emit: false })
  await store.project('second', 'fromAll().when({ $init: () => ({ n: 0 }), placed: (state) => { state.n++ } })', { emit: false, engine: 2 })
  await send(
    store,
    'PUT',
    '/projection/stopped/config',
    { 'Content-Type': 'application/json' },
    '{"checkpointHandledThreshold":1234,"checkpointUnhandledBytesThreshold":5000}',
  )
  await store.settled()
}

/** The parts that must agree in both; times and ids too where these are carried over. */
async function content(store: Store) {
  const streams = ['order-0', 'order-1', 'order-2', 'notes', 'left', 'totals']
  const read = await Promise.all(streams.map(async (stream) => [stream, (await store.read(stream)).map(withoutPlace)] as const))
  const raw = await (await send(store, 'GET', '/streams/bytes/0', { Accept: 'application/octet-stream' })).arrayBuffer()
  const definitions = await Promise.all(
    ['totals', 'stopped', 'second'].map(async (name) => {
      const query = await (await send(store, 'GET', `/projection/${name}/query`)).text()
      const { status } = (await (await send(store, 'GET', `/projection/${name}`)).json()) as { status: string }
      const config = await (await send(store, 'GET', `/projection/${name}/config`)).json()
      const defined = (await store.read<{ engineVersion?: number }>(`$projections-${name}`)).at(-1)
      return { query, status, config: { ...(config as object), msgTypeId: 0 }, engine: defined?.data.engineVersion }
    }),
  )
  return {
    streams: Object.fromEntries(read),
    bytes: [...new Uint8Array(raw)],
    gone: (await send(store, 'GET', '/streams/gone')).status,
    left: (await send(store, 'GET', '/streams/left')).status,
    metadata: await (await send(store, 'GET', '/streams/order-1/metadata', { Accept: 'application/json' })).json(),
    definitions,
    state: await store.state('totals', 'order-2'),
  }
}

/** Emitted events are written again. */
const withoutPlace = ({ stream, number, id, type, data, metadata }: EventOf) =>
  stream === 'totals' ? { stream, number, type, data } : { stream, number, id, type, data, metadata }

describe('pull and push', { timeout: 120_000 }, () => {
  it('carry streams, metadata and projections to a server and back', async () => {
    const at = place()
    const before = await withStore(at('here'), async (store) => {
      await fill(store)
      return await content(store)
    })
    const server = await serve('--db', at('server'))
    const pushed = await runCommand('push', server.url, '--db', at('here'))
    expect(pushed).toEqual({
      output: [expect.stringMatching(/^Pushed 3\d events and 3 projections to http:\/\/127/)],
      messages: [],
      failure: undefined,
    })

    const pulled = await runCommand('pull', server.url, '--db', at('back'))
    expect(pulled).toEqual({
      output: [expect.stringMatching(/^Pulled 3\d events and 3 projections from http:\/\/127/)],
      messages: [],
      failure: undefined,
    })
    const after = await withStore(at('back'), async (store) => {
      await store.settled()
      return await content(store)
    })
    expect(after).toEqual(before)
  })

  it('do nothing twice, and go on with new events', async () => {
    const at = place()
    await withStore(at('here'), fill)
    const server = await serve()
    await runCommand('push', server.url, '--db', at('here'))
    expect((await runCommand('push', server.url, '--db', at('here'))).output).toEqual([
      expect.stringMatching(/^Pushed 0 events and 0 projections/),
    ])
    await runCommand('pull', server.url, '--db', at('back'))
    expect((await runCommand('pull', server.url, '--db', at('back'))).output).toEqual([
      expect.stringMatching(/^Pulled 0 events and 0 projections/),
    ])

    await withStore(at('here'), (store) => store.append('order-0', { type: 'placed', data: { total: 1000 } }))
    expect((await runCommand('push', server.url, '--db', at('here'))).output).toEqual([expect.stringMatching(/^Pushed 1 event and 0/)])
    expect((await runCommand('pull', server.url, '--db', at('back'))).output).toEqual([expect.stringMatching(/^Pulled 1 event and 0/)])
    expect(await withStore(at('back'), async (store) => (await store.read<{ total: number }>('order-0')).at(-1)!.data.total)).toBe(1000)
  })

  it.each(['23.10', '26.2'])('carry links as they are written, and ids that a stream holds twice, from release %s', async (release) => {
    const at = place()
    const written = async (store: Store) =>
      (await store.snapshot()).events.flatMap(({ stream, number, type, data, metadata, id }) =>
        stream.startsWith('$') ? [] : [{ stream, number, type, data, metadata, id }],
      )
    const twice = crypto.randomUUID()
    const before = await withStore(at('here'), async (store) => {
      await store.append('a', { type: 'T', data: { n: 1 } })
      await store.append('a', { type: 'T', data: 'text' })
      const links = ['0@a', '1@a', '7@a', '0@gone', '3', 'x@a', '{ "a":1 }', '-1@a']
      for (const data of links) {
        const headers = { 'Content-Type': 'application/octet-stream', 'ES-EventType': '$>', 'ES-EventId': crypto.randomUUID() }
        await send(store, 'POST', '/streams/links', headers, data)
      }
      await store.append('links', { type: '$>', data: '1@a', metadata: 'by ann' })
      for (const n of [0, 1, 2])
        await store.append('b', { type: 'T', id: twice, data: { n } }, { expectedVersion: n === 0 ? 'any' : n - 1 })
      await store.append('c', { type: 'T', id: twice })
      return await written(store)
    })
    expect(before).toHaveLength(15)
    const server = await serve('--db', at('here'), '--release', release)
    await runCommand('pull', server.url, '--db', at('there'))
    expect(await withStore(at('there'), written)).toEqual(before)
    const again = server.url.replace('127.0.0.1', 'localhost')
    expect((await runCommand('pull', again, '--db', at('there'))).output).toEqual([
      expect.stringMatching(/^Pulled 0 events .*; 15 events were there already\.$/),
    ])
  })

  it('skip events already there, however they came', async () => {
    const at = place()
    await withStore(at('here'), fill)
    const server = await serve()
    await runCommand('push', server.url, '--db', at('here'))
    // A copy of the store, without the record of the push.
    await runCommand('export', '--db', at('here'), at('export'))
    await runCommand('import', at('export'), '--db', at('copy'))
    await withStore(at('copy'), (store) => store.append('order-0', { type: 'placed', data: { total: 1 } }))
    const other = server.url.replace('127.0.0.1', 'localhost')
    expect((await runCommand('push', other, '--db', at('copy'))).output).toEqual([
      expect.stringMatching(/^Pushed 1 event and 0 projections .*; 3\d events were there already\.$/),
    ])
    // Nothing that was deleted has come back.
    const headers = { Accept: 'application/vnd.eventstore.atom+json' }
    expect((await fetch(`http://${new URL(server.url).host}/streams/left`, { headers })).status).toBe(404)
  })

  it('add to streams that others write to as well', async () => {
    const at = place()
    await withStore(at('here'), (store) => store.append('shared', [{ type: 'mine' }, { type: 'mine' }]))
    const server = await serve('--insecure')
    const headers = { 'Content-Type': 'application/json', 'ES-EventType': 'theirs', 'ES-EventId': crypto.randomUUID() }
    await fetch(`${server.url.replace('admin:changeit@', '')}/streams/shared`, { method: 'POST', headers, body: '{}' })
    expect((await runCommand('push', server.url, '--db', at('here'))).output).toEqual([expect.stringMatching(/^Pushed 2 events/)])
    await withStore(at('here'), (store) => store.append('shared', { type: 'mine' }))
    expect((await runCommand('push', server.url, '--db', at('here'))).output).toEqual([expect.stringMatching(/^Pushed 1 event/)])
    await runCommand('pull', server.url, '--db', at('there'))
    expect(await withStore(at('there'), async (store) => (await store.read('shared')).map(({ type }) => type))).toEqual([
      'theirs',
      'mine',
      'mine',
      'mine',
    ])
  })

  it('include the output of projections on request, and stop those projections', async () => {
    const at = place()
    await withStore(at('here'), fill)
    const server = await serve()
    await runCommand('push', server.url, '--db', at('here'), '--emitted')
    await runCommand('pull', server.url, '--db', at('back'), '--emitted')
    await withStore(at('back'), async (store) => {
      // Three orders are hidden by `$maxCount`.
      expect(await store.read('totals')).toHaveLength(27)
      expect(await (await send(store, 'GET', '/projection/totals')).json()).toMatchObject({ status: 'Stopped' })
    })
  })

  it('keep the numbers of a stream that lost its beginning, or say that they cannot', async () => {
    const at = place()
    await withStore(at('here'), async (store) => {
      await store.append(
        's',
        Array.from({ length: 5 }, (_, n) => ({ type: 't', data: { n } })),
      )
      const json = { 'Content-Type': 'application/json', 'ES-EventId': crypto.randomUUID() }
      await send(store, 'POST', '/streams/s/metadata', json, '{"$tb":3}')
      await send(store, 'POST', '/admin/scavenge')
      await expect.poll(async () => (await store.snapshot()).dropped.length).toBe(3)
    })
    const numbers = (name: string) =>
      withStore(at(name), async (store) => (await store.read<{ n: number }>('s')).map(({ number, data }) => [number, data.n]))
    const source = await serve('--db', at('here'))
    await runCommand('pull', source.url, '--db', at('pulled'))
    expect(await numbers('pulled')).toEqual([
      [3, 3],
      [4, 4],
    ])
    const target = await serve()
    const { messages } = await runCommand('push', target.url, '--db', at('pulled'))
    expect(messages).toEqual(['1 stream lacks its first events here, and begins at 0 on the server.'])
    await runCommand('pull', target.url, '--db', at('back'))
    expect(await numbers('back')).toEqual([
      [0, 3],
      [1, 4],
    ])
  })

  it('report an obstacle in one line', async () => {
    const at = place()
    const failure = async (...given: string[]) => (await runCommand(...given, '--db', at('here'))).failure
    const server = await serve()
    const anonymous = server.url.replace('admin:changeit@', '')
    await withStore(at('here'), (store) => store.ready())
    expect(await failure('pull', anonymous)).toMatch(
      /^http:\S+ refuses GET \S+: give an administrator's credentials, with --user NAME:PASSWORD or in RILLBOX_USER\.$/,
    )
    const wrong = /^http:\S+ refuses GET \S+ to "admin": the password is wrong, or this user is no administrator\.$/
    expect(await failure('push', server.url.replace('changeit', 'wrong'))).toMatch(wrong)
    expect(await failure('push', server.url, '--user', 'admin:wrong')).toMatch(wrong)
    expect(await failure('push', anonymous, '--user', 'admin:changeit')).toBeUndefined()
    expect((await runCommand('push', server.url, '--db', at('typo'))).failure).toBe(`There is no store in "${at('typo')}".`)
    expect(existsSync(at('typo'))).toBe(false)
    server.process.kill('SIGKILL')
    await server.ended
    expect(await failure('pull', server.url)).toMatch(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/)
  })

  /** A proxy of a server that fails after a number of requests of one kind. */
  const failing = async (target: string, isCounted: (request: Request) => boolean, most: number) => {
    const { host } = new URL(target)
    let left = most
    const proxy = await listen(
      {
        close: () => Promise.resolve(),
        fetch: async (request) => {
          if (isCounted(request) && left-- <= 0) return Response.error()
          const { pathname, search } = new URL(request.url)
          const body = request.method === 'POST' ? await request.arrayBuffer() : undefined
          return await fetch(`http://${host}${pathname}${search}`, { method: request.method, headers: request.headers, body })
        },
      },
      { port: 0 },
    )
    return {
      url: proxy.url.replace('http://', 'http://admin:changeit@'),
      recover: () => {
        left = Number.POSITIVE_INFINITY
      },
      close: () => proxy.close(),
    }
  }

  const sequence = Array.from({ length: 1700 }, (_, n) => n)
  const writeSequence = (store: Store) =>
    store.append(
      's',
      sequence.map((n) => ({ type: 't', data: { n } })),
    )
  const readSequence = async (store: Store) => (await store.read<{ n: number }>('s')).map(({ data }) => data.n)

  it('go on where a pull was interrupted', async () => {
    const at = place()
    await withStore(at('here'), writeSequence)
    const source = await serve('--db', at('here'))
    const proxy = await failing(source.url, ({ url }) => url.includes('/forward/'), 3)
    expect((await runCommand('pull', proxy.url, '--db', at('back'))).failure).toContain('cannot be reached')
    const half = await withStore(at('back'), readSequence)
    expect(half).toEqual(sequence.slice(0, half.length))
    expect(half.length % 1700).toBeGreaterThan(0)
    proxy.recover()
    const rest = (1700 - half.length).toLocaleString('en')
    expect((await runCommand('pull', proxy.url, '--db', at('back'))).output).toEqual([
      expect.stringMatching(new RegExp(`^Pulled ${rest} events`)),
    ])
    expect(await withStore(at('back'), readSequence)).toEqual(sequence)
    await proxy.close()
  })

  it('go on where a push was interrupted', async () => {
    const at = place()
    await withStore(at('here'), writeSequence)
    const target = await serve('--db', at('there'))
    const proxy = await failing(target.url, ({ method }) => method === 'POST', 2)
    expect((await runCommand('push', proxy.url, '--db', at('here'))).failure).toContain('cannot be reached')
    proxy.recover()
    expect((await runCommand('push', proxy.url, '--db', at('here'))).output).toEqual([
      expect.stringMatching(/^Pushed \d{3} events .*already|^Pushed \d{3} events/),
    ])
    target.process.kill('SIGTERM')
    await target.ended
    expect(await withStore(at('there'), readSequence)).toEqual(sequence)
    await proxy.close()
  })
})
