import { describe, expect, test, vi } from 'vitest'
import { answerWith } from '../../base/answer.fixture.ts'
import { createStore } from '../store.ts'
import { hintAtUnknownPaths } from './unknown-paths.ts'

const routes = ['/streams/{stream}', '/streams/{stream}/{event}', '/projection/{name}/state', '/projections/any', '/web/{*path}'].map(
  (path) => ({ path }),
)

async function hints(paths: readonly string[], { status = 404, basePath = '' } = {}): Promise<string[]> {
  const told: string[] = []
  const ask = hintAtUnknownPaths(async () => answerWith(undefined, { status }), { routes, basePath, tell: (hint) => void told.push(hint) })
  for (const path of paths) await ask(new Request(`http://es.test${path}`))
  return told
}

describe('a request whose path no route has', () => {
  test.each([
    ['/stream/orders', '/streams/orders'],
    ['/projections/sales/state', '/projection/sales/state'],
    ['/projections/an', '/projections/any'],
  ])('%s is said once, with %s', async (path, meant) => {
    expect(await hints([path, path])).toEqual([
      `No route has the path of GET ${path}, so the answer is 404, as a server's. Did you mean ${meant}?`,
    ])
  })

  test('says how control routes are switched on', async () => {
    expect(await hints(['/-/clear'])).toEqual(['GET /-/clear looks for control routes, which answer where "rillbox serve --control" runs.'])
  })

  test('is said without a guess where nothing is near', async () => {
    expect(await hints(['/orders'])).toEqual(["No route has the path of GET /orders, so the answer is 404, as a server's."])
  })

  test('is said of a few paths only', async () => {
    expect(await hints(Array.from({ length: 30 }, (_, n) => `/orders/${n}/x/y`))).toHaveLength(10)
  })
})

test('a browser that asks before its page does is not the one to tell', async () => {
  const told: string[] = []
  const ask = hintAtUnknownPaths(async () => answerWith(undefined, { status: 404 }), {
    routes,
    basePath: '',
    tell: (hint) => void told.push(hint),
  })
  await ask(new Request('http://es.test/stream/orders', { method: 'OPTIONS' }))
  expect(told).toEqual([])
})

test('a stream that is missing, an answer, a foreign path and what browsers ask for are no slips', async () => {
  expect(await hints(['/streams/none', '/streams/none/0', '/web/index.html', '/favicon.ico', '/'])).toEqual([])
  expect(await hints(['/stream/orders'], { status: 200 })).toEqual([])
  expect(await hints(['/elsewhere', '/store/stream/a'], { basePath: '/store' })).toHaveLength(1)
})

test('no route of the server is said to be none', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const store = createStore({ systemProjections: false })
  const ask = (path: string) => store.fetch(new Request(`http://es.test${path}`))
  for (const path of ['/streams/none/0/backward/20', '/projection/none/state', '/subscriptions/a/b/info', '/users/none', '/streams/$all/x'])
    await ask(path)
  expect(warn.mock.calls).toEqual([])
  await ask('/stream/orders')
  expect(warn.mock.calls).toEqual([[expect.stringContaining('Did you mean /streams/orders?')]])
  await store.close()
  vi.restoreAllMocks()
})

describe('a part of the server that no store has', () => {
  const ask = async (path: string, release: '23.10' | '26.1') => {
    const store = createStore({ systemProjections: false, release })
    const response = await store.fetch(new Request(`http://es.test${path}`))
    const text = await response.text()
    await store.close()
    return { status: response.status, text }
  }
  test.each([
    ['/connectors', 'Connectors'],
    ['/connectors/a/start', 'Connectors'],
    ['/v2/indexes/orders', 'Secondary indexes'],
    ['/certificates', 'Certificates of users'],
  ])('%s answers 501, and says what it is', async (path, part) => {
    const { status, text } = await ask(path, '26.1')
    expect(status).toBe(501)
    expect(JSON.parse(text)).toMatchObject({ status: 501, detail: `${part} are a part of the server that Rillbox does not have.` })
  })
  test('is unknown to a release without it, and so are paths beside it', async () => {
    expect((await ask('/connectors', '23.10')).status).toBe(404)
    expect((await ask('/connectors-of-mine', '26.1')).status).toBe(404)
  })
})
