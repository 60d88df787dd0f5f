// Plays the table in Node, where queries run in threads.

import { describe, expect, it } from 'vitest'
import { playHostile } from './play.ts'
import { hostileQueries } from './queries.ts'

// Queries that merely take long are left to the run of all of them in browsers.
const quick = hostileQueries.filter(({ isLarge }) => !isLarge)

it('has a name of its own for each query', () => {
  expect(new Set(hostileQueries.map(({ group, name }) => `${group}: ${name}`)).size).toBe(hostileQueries.length)
  expect(hostileQueries.length).toBeGreaterThan(130)
})

describe.each([...Map.groupBy(quick, ({ group }) => group)])('hostile queries: %s', (_, queries) => {
  it.each(queries.map((query) => [query.name, query] as const))(
    '%s',
    async (_name, query) => {
      expect((await playHostile(query)).faults).toEqual([])
    },
    90_000,
  )
})
