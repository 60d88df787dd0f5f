import { describe, expect, test } from 'vitest'
import { checkOptions } from '../engine/options/store-options.ts'
import { checkStartOptions } from '../host/start-options.ts'
import { serve } from '../server.ts'
import { createPageStoreFixture } from './page-fixture.ts'
import { fixtureOptions } from './options.ts'

const messageOf = async (work: () => unknown): Promise<string> => {
  try {
    await work()
    return 'nothing was refused'
  } catch (error) {
    return (error as Error).message
  }
}
const ofFixture = (options: object) => messageOf(() => checkOptions(options, fixtureOptions))

describe('a mistyped option', () => {
  test('of the store fixture is told with those of the fixture, and the type that has them', async () => {
    const message = await ofFixture({ clok: 'page' })
    expect(message).toMatch(
      /^These options cannot be used: clok: is not known here; known are baseUrl, scenario, clock, faults, scope, seed,/,
    )
    expect(message).toContain('The type StoreFixtureOptions says which options there are.')
    expect(message).toContain('requestLog')
    expect(message).not.toMatch(/openQuery|storage|environment|queryWorkerUrl/)
  })

  test('of the page fixture fails the test', async () => {
    const fixture = createPageStoreFixture({ scenaro: {} } as object)
    const message = await messageOf(() => fixture({ page: undefined! }, () => Promise.resolve(), undefined!))
    expect(message).toContain('scenaro: is not known here; known are scenario, projections, timeout, requestLog.')
  })

  test('of startStore in a page is told with its own', async () => {
    const message = await messageOf(() => checkStartOptions({ baseUrl: '/_store', workerurl: '/w.js' }))
    expect(message).toMatch(/workerurl: is not known here; known are sharesOrigin, name, workerUrl, workerScope, onNotice, .*StartOptions/)
  })

  test('of serve is told with its own', async () => {
    const message = await messageOf(() => serve({ prot: 2113 } as object))
    expect(message).toMatch(
      /prot: is not known here; known are port, host, allowHosts, allowOrigins, certificate, ui, control, seed, clock, prepare, warn, .*ServeOptions/,
    )
  })
})

test('every option of the fixture is one', async () => {
  const options = {
    baseUrl: '/_store',
    scenario: 'a.json',
    clock: 'page',
    faults: [],
    scope: 'worker',
    seed: 3,
    security: 'insecure',
    queries: 'worker',
    projections: [{ name: 'a', query: '' }],
  }
  expect(await ofFixture(options)).toBe('nothing was refused')
  expect(await ofFixture({ scope: 'file' })).toContain('scope: expected one of "test", "worker", found "file"')
})
