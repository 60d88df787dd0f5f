import { afterEach, expect, test } from 'vitest'
import type { Release } from '../../base/release/facts.ts'
import { createStore } from '../../engine/store.ts'
import type { Listening } from '../../host/node/http-server.ts'
import { listen } from '../../host/node/http-server.ts'
import { releaseOf } from './release.ts'
import { connectTo } from './remote.ts'

const servers: Listening[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

const remote = async (fetch: (request: Request) => Promise<Response>, close = () => Promise.resolve()) => {
  const server = await listen({ fetch, close }, { port: 0 })
  servers.push(server)
  return connectTo(new URL(server.url), undefined)
}

const serving = (release: Release) => {
  const store = createStore({ release })
  return remote(store.fetch, store.close)
}

const telling = (info: object) => remote(() => Promise.resolve(Response.json(info)))

test('an older server is named, with what its queries do differently', async () => {
  const { release, notice } = await releaseOf(await serving('23.10'))
  expect(release).toBe('23.10')
  expect(notice).toMatch(
    / is EventStoreDB 23\.10\. It differs from KurrentDB 26\.1, .* the member "created" of events, .*errors of syntax, /,
  )
  expect(notice).toContain('"rillbox serve --release 23.10"')
})

test('a newer server is named too, and one of the default release needs no word', async () => {
  expect((await releaseOf(await serving('26.2'))).notice).toContain('texts as states and results, NaN in states, transient projections')
  expect(await releaseOf(await serving('26.1'))).toEqual({ release: '26.1', notice: undefined })
})

test('a release that no store has is named, and a server that tells none is taken as it is', async () => {
  const { release, notice } = await releaseOf(await telling({ dbVersion: '24.10.3' }))
  expect([release, notice]).toEqual([undefined, expect.stringContaining('has version 24.10.3; stores answer as 23.10, 26.1, 26.2')])
  expect(await releaseOf(await telling({}))).toEqual({ release: undefined, notice: undefined })
})
