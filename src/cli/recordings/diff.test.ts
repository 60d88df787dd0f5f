// The command `diff`: what two stores hold, and how they answer a recording.

import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Release } from '../../base/release/facts.ts'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'
import { listen } from '../../host/node/http-server.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import { sqliteStorage } from '../../storage/sqlite/sqlite.ts'
import { runCommand } from '../commands.fixture.ts'

const open: { close(): Promise<void> }[] = []
const folders: { remove(): void }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()))
  for (const folder of folders.splice(0)) folder.remove()
})

const place = (): string => {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

async function served(fill: (store: Store) => Promise<void> = async () => undefined, release: Release = '26.1'): Promise<string> {
  const store = createStore({ security: 'insecure', release })
  await fill(store)
  const listening = await listen(store, { port: 0 })
  open.push(listening)
  return listening.url
}

const count = "fromCategory('cart').foreachStream().when({ $init: () => ({ n: 0 }), added: (s, e) => { s.n += e.data.n } })"

const fill =
  (amount: number, more = false) =>
  async (store: Store) => {
    await store.append('cart-1', [
      { type: 'added', data: { n: 1 } },
      { type: 'added', data: { n: amount } },
    ])
    if (more) await store.append('cart-2', [{ type: 'added', data: { n: 9 } }])
    await store.project('counts', count)
    await store.settled()
  }

describe('diff of what stores hold', () => {
  it('says that they hold the same, whatever ids and times their events have', async () => {
    const [one, other] = [await served(fill(2)), await served(fill(2))]
    const ran = await runCommand('diff', '--from', one, '--to', other)
    expect(ran).toEqual({
      output: ['Both hold the same: 2 events in 1 stream, 1 projection and 0 subscriptions.'],
      messages: [],
      failure: undefined,
    })
  })

  it('names the first event that differs, missing streams, states of partitions and configurations', async () => {
    const [one, other] = [await served(fill(2)), await served(fill(3, true))]
    for (const [url, most] of [
      [one, 5],
      [other, 6],
    ] as const) {
      const body = JSON.stringify({ maxRetryCount: most })
      await fetch(`${url}/subscriptions/cart-1/group`, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body })
    }
    const { output } = await runCommand('diff', '--from', one, '--to', other, '--json')
    expect(JSON.parse(output.join('\n'))).toEqual({
      agrees: false,
      from: one,
      to: other,
      streams: 2,
      events: 3,
      projections: 1,
      subscriptions: 1,
      differences: [
        { kind: 'stream', name: 'cart-1', event: 1, what: 'data', one: '{"n":2}', other: '{"n":3}' },
        { kind: 'stream', name: 'cart-2', what: 'events', one: 'no such stream', other: '1 event' },
        { kind: 'projection', name: 'counts', what: 'state of cart-1', one: '{"n":3}', other: '{"n":4}' },
        { kind: 'projection', name: 'counts', what: 'result of cart-1', one: '{"n":3}', other: '{"n":4}' },
        { kind: 'projection', name: 'counts', what: 'state of cart-2', one: '', other: '{"n":9}' },
        { kind: 'projection', name: 'counts', what: 'result of cart-2', one: '', other: '{"n":9}' },
        { kind: 'subscription', name: 'cart-1::group', what: 'maxRetryCount', one: '5', other: '6' },
      ],
    })
    const text = await runCommand('diff', '--from', one, '--to', other)
    expect(text.output.slice(0, 5)).toEqual([`--- ${one}`, `+++ ${other}`, 'stream cart-1, event 1, data:', '  - {"n":2}', '  + {"n":3}'])
  })

  it('reads streams of several pages, bytes and emitted events', async () => {
    const long = (last: number) => async (store: Store) => {
      await store.append(
        'long',
        Array.from({ length: 1200 }, (_, n) => ({ type: 'counted', data: { n: n === 1199 ? last : n } })),
      )
      const headers = { 'Content-Type': 'application/octet-stream', 'ES-EventType': 'bytes', 'ES-EventId': crypto.randomUUID() }
      await store.direct(new Request('http://store/streams/raw', { method: 'POST', headers, body: new Uint8Array([0, 255, last % 256]) }))
      await store.project('copy', "fromStream('raw').when({ $any: (s, e) => { emit('copied', 'seen', { type: e.eventType }) } })", {
        emit: true,
      })
      await store.settled()
    }
    const [one, other, same] = [await served(long(1)), await served(long(2)), await served(long(1))]
    expect((await runCommand('diff', '--from', one, '--to', same)).output[0]).toMatch(/^Both hold the same: 1,203 events in 4 streams/)
    const { differences } = JSON.parse((await runCommand('diff', '--from', one, '--to', other, '--json')).output.join('\n')) as {
      differences: { name: string; event?: number; what: string }[]
    }
    expect(differences.map(({ name, event, what }) => [name, event, what])).toEqual([
      ['long', 1199, 'data'],
      ['raw', 0, 'data'],
    ])
  })

  it.each(['23.10', '26.2'] as const)(
    'reads streams of links to their ends, and compares where they lead, in release %s',
    async (release) => {
      const links = (last: string) => async (store: Store) => {
        await store.append('a', [{ type: 'T' }, { type: 'T' }])
        const targets = [...Array.from({ length: 1100 }, (_, n) => `0@${n % 3 === 0 ? 'gone' : 'a'}`), last]
        await store.append(
          'links',
          targets.map((data) => ({ type: '$>', data })),
        )
        const cut = { 'Content-Type': 'application/json', 'ES-EventId': crypto.randomUUID() }
        await store.direct(new Request('http://store/streams/links/metadata', { method: 'POST', headers: cut, body: '{"$tb":600}' }))
      }
      const urls = await Promise.all(['0@a', '0@a', '1@a', '1@gone'].map((last) => served(links(last), release)))
      const compared = async (url: string) => (await runCommand('diff', '--from', urls[0]!, '--to', url)).output.join('\n')
      expect(await compared(urls[1]!)).toBe('Both hold the same: 504 events in 3 streams, 0 projections and 0 subscriptions.')
      for (const [index, other] of [
        [2, '1@a'],
        [3, '1@gone'],
      ] as const)
        expect(await compared(urls[index]!)).toContain(`stream links, event 1100, link:\n  - 0@a\n  + ${other}\n1 difference`)
    },
  )

  it('compares with a store on disk, and leaves it as it is', async () => {
    const folder = join(place(), 'db')
    const store = createStore({ storage: sqliteStorage({ folder }) })
    await fill(2)(store)
    await store.close()
    const before = (await runCommand('export', '--db', folder)).output
    expect((await runCommand('diff', '--from', await served(fill(2)), '--db', folder)).output[0]).toMatch(/^Both hold the same/)
    expect((await runCommand('diff', '--from', await served(fill(4)), '--db', folder)).output).toContain('stream cart-1, event 1, data:')
    expect((await runCommand('export', '--db', folder)).output).toEqual(before)
  })

  it('takes a copy of a stream that was brought back for the same', async () => {
    const url = await served(async (store) => {
      await store.append('cart-1', { type: 'added' })
      await store.direct(new Request('http://store/streams/cart-1', { method: 'DELETE' }))
      await store.append('cart-1', { type: 'added' })
    })
    const [folder, copy] = [join(place(), 'db'), await served()]
    expect((await runCommand('pull', url, '--db', folder)).failure).toBeUndefined()
    expect((await runCommand('push', copy, '--db', folder)).failure).toBeUndefined()
    for (const other of [
      ['--db', folder],
      ['--to', copy],
    ]) {
      const { output } = await runCommand('diff', '--from', url, ...other)
      expect(output).toEqual(['Both hold the same: 2 events in 2 streams, 0 projections and 0 subscriptions.'])
    }
  })

  it('says in one line what is wrong', async () => {
    const url = await served()
    const failureOf = async (...given: string[]): Promise<string | undefined> => (await runCommand('diff', '--from', url, ...given)).failure
    expect(await failureOf('--to', 'http://127.0.0.1:9')).toMatch(/^http:\/\/127\.0\.0\.1:9 cannot be reached: [^\n]+$/)
    expect(await failureOf('--db', join(place(), 'none'))).toMatch(/^There is no store in ".*none"\.$/)
    const file = join(place(), 'recording.json')
    for (const [text, message] of [
      ['[{', /recording\.json:\d+: not JSON \([^\n]+\)\.$/],
      ['[]', /recording\.json: no recording is in it\.$/],
      ['[{"name":"a"}]', /recording\.json: \[0\]: expected an object with a list "steps"\.$/],
      ['{"steps":[{"request":{}}]}', /recording\.json: the recording\.steps\[0\]\.request: expected an object with a text "path"\.$/],
      [
        '[{"steps":[{"request":{"path":"streams"}}]}]',
        /steps\[0\]\.request\.path: expected a path that begins with "\/", not "streams"\.$/,
      ],
    ] as const) {
      writeFileSync(file, text)
      expect(await failureOf('--to', url, '--recording', file)).toMatch(message)
    }
  })
})

describe('diff of answers', () => {
  const recording = (...steps: object[]): string => {
    const file = join(place(), 'recording.json')
    writeFileSync(file, JSON.stringify([{ name: 'story', server: {}, steps }]))
    return file
  }
  const append = (id: number, n: number) => ({
    request: {
      method: 'POST',
      path: '/streams/cart-1',
      headers: { 'Content-Type': 'application/json', 'ES-EventType': 'added', 'ES-EventId': `00000000-0000-4000-8000-00000000000${id}` },
      body: { n },
    },
    expect: {},
  })
  const readIt = { request: { path: '/streams/cart-1/0?format=json' }, expect: {} }

  it('plays the same requests at both, and compares the answers with each other', async () => {
    const file = recording(append(1, 1), append(2, 2), readIt)
    const ran = await runCommand('diff', '--from', await served(), '--to', await served(), '--recording', file)
    expect(ran.output).toEqual(['Both answer 3 requests alike.'])
    const [one, other] = [await served(), await served(fill(7))]
    const { output } = await runCommand('diff', '--from', one, '--to', other, '--recording', file, '--json')
    expect(JSON.parse(output.join('\n'))).toMatchObject({
      agrees: false,
      requests: 3,
      differences: [
        {
          recording: 'story',
          step: 0,
          request: 'POST /streams/cart-1',
          differences: [{ path: 'headers.location', one: '"{base}/streams/cart-1/0"', other: '"{base}/streams/cart-1/2"' }],
        },
        { recording: 'story', step: 1 },
      ],
    })
  })

  it('takes the addresses of the servers, and what they measure, for no difference', async () => {
    const asked = ['/gossip', '/stats', '/info'].map((path) => ({ request: { path, auth: 'admin:changeit' }, expect: {} }))
    const { output } = await runCommand('diff', '--from', await served(), '--to', await served(), '--recording', recording(...asked))
    expect(output).toEqual(['Both answer 3 requests alike.'])
  })

  it('names the request that a server does not answer', async () => {
    const file = recording({ request: { path: 'http://127.0.0.1:9/elsewhere' }, expect: {} })
    const { failure } = await runCommand('diff', '--from', await served(), '--to', await served(), '--recording', file)
    expect(failure).toMatch(/^GET http:\/\/127\.0\.0\.1:9\/elsewhere was not answered: [^\n]+$/)
  })
})

describe('diff of answers, and credentials', () => {
  it('keeps those of a server from others that a recording names, and sends those of a request in UTF-8', async () => {
    const seen: (string | undefined)[] = []
    const stranger = createServer(({ headers }, response) => {
      seen.push(headers.authorization)
      response.end()
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    const file = join(place(), 'recording.json')
    const steps = [{ path: `${elsewhere}/any` }, { path: `${elsewhere}/any`, auth: 'jürgen:pässwört€' }]
    writeFileSync(file, JSON.stringify({ name: 'a', steps: steps.map((request) => ({ request, expect: {} })) }))
    const [one, other] = [await served(), await served()]
    const { output } = await runCommand('diff', '--from', one, '--to', other, '--user', 'admin:changeit', '--recording', file)
    await new Promise((resolve) => stranger.close(resolve))
    expect(output).toEqual(['Both answer 2 requests alike.'])
    const own = `Basic ${Buffer.from('jürgen:pässwört€', 'utf8').toString('base64')}`
    expect(seen).toEqual([undefined, undefined, own, own])
  })
})
