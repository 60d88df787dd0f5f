import { expect, test } from 'vitest'
import { differenceOf } from '../engine/tests/repeatable-run.fixture.ts'
import { serve } from './node/http-server.ts'

const scenario = {
  version: 1,
  users: [{ login: 'kim', password: 'secret' }],
  events: Array.from({ length: 40 }, (_, n) => ({ stream: `cart-${n % 5}`, type: n % 3 === 0 ? 'Removed' : 'Added', data: { n } })),
  projections: [
    {
      name: 'sums',
      query:
        "fromCategory('cart').foreachStream().when({ $init: () => ({ n: 0 }), Added: (s, e) => { s.n += e.data.n; return s } }).outputState()",
    },
    {
      name: 'emitter',
      query:
        "fromAll().when({ Added: (s, e) => { emit('out-' + e.data.n % 3, 'Out', { r: Math.random(), at: Date.now() }); linkTo('links', e) } })",
    },
  ],
}

/** A script of a test in any language: what it reads, in order. */
async function run(port: number, seed: number): Promise<{ readonly port: number; readonly texts: readonly string[] }> {
  const served = await serve({ port, control: true, seed, security: 'insecure' })
  const url = `http://localhost:${served.port}`
  const texts: string[] = []
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<void> => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...type, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const kept = [...response.headers].filter(([name]) => !['connection', 'keep-alive'].includes(name))
    texts.push(`${method} ${path} ${response.status} ${JSON.stringify(kept)} ${await response.text()}`)
  }
  const events = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ eventId: `00000000-0000-4000-8000-0000000000${10 + n}`, eventType: 'Added', data: { n } }))
  await ask('POST', '/-/seed', scenario)
  await ask('POST', '/streams/cart-9', events(5), { 'content-type': 'application/vnd.eventstore.events+json' })
  await ask('POST', '/streams/cart-8', { n: 1 }, { 'es-eventtype': 'Added', 'es-eventid': '00000000-0000-4000-8000-000000000099' })
  await ask('POST', '/-/clock/advance', { milliseconds: 60_000 })
  await ask('POST', '/-/faults', { kind: 'status', status: 503, path: '/streams/', probability: 0.5, times: 3 })
  for (let n = 0; n < 6; n++) await ask('GET', '/streams/cart-9', undefined, { accept: 'application/vnd.eventstore.atom+json' })
  await ask('DELETE', '/-/faults')
  await ask('GET', '/-/settled')
  for (const stream of ['cart-1', 'out-1', 'links', '$ce-cart', '%24projections-sums-cart-1-result', '$all'])
    await ask('GET', `/streams/${stream}?embed=body`, undefined, { accept: 'application/vnd.eventstore.atom+json' })
  await ask('GET', '/projection/sums/statistics')
  for (const path of ['/-/requests', '/-/requests.har', '/-/snapshot', '/-/picture', '/-/clock']) await ask('GET', path)
  await served.close()
  return { port: served.port, texts }
}

test('two runs of one script with a seed read the same bytes: feeds, logs, snapshots', { timeout: 60_000 }, async () => {
  const first = await run(0, 3)
  const [again, other] = [await run(first.port, 3), await run(first.port, 4)]
  const statuses = first.texts.map((text) => text.split(' ')[2]).join()
  // The script did what it says: it met faults, and everything was there.
  expect(statuses).toContain('503')
  expect(statuses.replaceAll(/503|20[014]/g, '')).toMatch(/^,*$/)
  expect(differenceOf(first.texts.join('\n'), again.texts.join('\n'))).toBeUndefined()
  expect(differenceOf(first.texts.join('\n'), other.texts.join('\n'))).toBeDefined()
})
