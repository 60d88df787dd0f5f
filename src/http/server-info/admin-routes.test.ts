import { beforeEach, expect, test } from 'vitest'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'

const origin = 'http://127.0.0.1:2113'
let store: Store
let now: number

beforeEach(() => {
  now = Date.UTC(2026, 0, 31)
  store = createStore({ security: 'insecure', systemProjections: false, environment: { now: () => now } })
  return () => store.close()
})

const send = (method: string, path: string, headers: Record<string, string> = { Accept: 'application/json' }) =>
  store.fetch(new Request(origin + path, { method, headers }))

/** Waits for the scavenge that runs. */
async function ended(): Promise<void> {
  for (;;) {
    const { scavengeId } = (await (await send('GET', '/admin/scavenge/current')).json()) as { scavengeId: string }
    if (scavengeId === '') return
    // A store in memory answers without a task of its own, for which the scavenge may wait.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a scavenge can be followed in its log', async () => {
  const { scavengeId } = (await (await send('POST', '/admin/scavenge')).json()) as { scavengeId: string }
  await ended()
  const feed = (await (await send('GET', '/streams/$scavenges?embed=rich')).json()) as { entries: { eventType: string; title: string }[] }
  expect(feed.entries.map(({ eventType, title }) => [eventType, title])).toEqual([
    ['$scavengeCompleted', `1@$scavenges-${scavengeId}`],
    ['$scavengeStarted', `0@$scavenges-${scavengeId}`],
  ])
  const log = (await (await send('GET', `/streams/$scavenges/${scavengeId}/head/20?embed=body`)).json()) as { entries: { data: string }[] }
  expect(log.entries.map(({ data }) => JSON.parse(data))).toMatchObject([
    { scavengeId, result: 'Success', error: null },
    { scavengeId, nodeEndpoint: '127.0.0.1:2113' },
  ])
})

test('a scavenge is told as text unless something else is asked for', async () => {
  const text = await send('POST', '/admin/scavenge', {})
  expect([text.headers.get('Content-Type'), await text.text()]).toEqual([
    'text/plain; charset=utf-8',
    expect.stringMatching(/^ScavengeId: [\da-f-]{36}$/),
  ])
  await ended()
})

test('while one runs there is no other, and it can be stopped', async () => {
  const [one, other] = await Promise.all([send('POST', '/admin/scavenge'), send('POST', '/admin/scavenge')])
  expect([one.status, other.status]).toEqual([200, 400])
  expect([other.headers.get('Content-Type'), await other.text()]).toEqual(['text/plain; charset=utf-8', 'Scavenge is already running'])
  const { scavengeId } = (await one.json()) as { scavengeId: string }
  const stopped = await send('DELETE', '/admin/scavenge/current')
  expect([stopped.status, await stopped.json()]).toEqual([200, scavengeId])
  expect((await send('DELETE', `/admin/scavenge/${scavengeId}`)).status).toBe(404)
})

test('parameters of a scavenge are checked', async () => {
  const response = await send('POST', '/admin/scavenge?threads=0')
  expect([response.status, await response.text()]).toEqual([400, 'threads must be a 1 or above'])
})

test.each(['/admin/reloadconfig', '/admin/node/resign', '/admin/node/priority/-7', '/admin/node/priority/2147483647'])(
  '%s has no effect',
  async (path) => {
    const response = await send('POST', path)
    expect([response.status, response.headers.get('Content-Type'), await response.text()]).toEqual([200, null, ''])
  },
)

test.each(['high', '1.5', '2147483648'])('%s is no priority', async (priority) => {
  const response = await send('POST', `/admin/node/priority/${priority}`)
  expect([response.status, await response.text()]).toEqual([400, 'nodePriority must be an integer.'])
})

test('a node that shuts down refuses connections after a second', async () => {
  expect((await send('POST', '/admin/shutdown')).status).toBe(200)
  expect((await send('GET', '/health/live')).status).toBe(503)
  expect((await send('GET', '/ping')).status).toBe(200)
  now += 1000
  expect((await send('GET', '/ping')).type).toBe('error')
  expect((await send('GET', '/health/live')).type).toBe('error')
})
