// Control routes of what a store holds: clear, reset, seed, snapshot, restore, branch.

import type { Scenario } from '../../engine/scenario/scenario.ts'
import { controlSchemas, schema } from '../schemas.ts'
import { boolean, integer, object, open } from '../schema.ts'
import type { ControlExchange, ControlReply, ControlRoute } from '../route.ts'
import { done, json } from '../route.ts'
import { orRefused } from '../refused.ts'
import { isFrozen } from './clock-routes.ts'
import { openReply, openedAnswers } from './store-routes.ts'
import type { NewStore } from '../named-stores.ts'

const wished = controlSchemas.NewStore.properties ?? {}

const emptied = { 204: { description: 'Done.' } }

export const contentRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/clear',
    of: 'store',
    summary: 'Removes every stream, projection and user; the store is then a fresh one',
    answers: emptied,
    handle: async ({ store }) => {
      await store.clear()
      return done
    },
  },
  {
    method: 'POST',
    path: '/reset',
    of: 'store',
    summary: 'Goes back to the first seeded scenario; without one the store is a fresh one',
    answers: emptied,
    handle: async ({ store }) => {
      await store.reset()
      return done
    },
  },
  {
    method: 'POST',
    path: '/seed',
    of: 'store',
    summary: 'Adds the content of a scenario',
    query: { onlyFresh: { description: 'Does nothing to a store that is in use.', schema: boolean() } },
    body: open('A scenario: docs/scenario.md.'),
    answers: {
      200: {
        description: 'Added, or in use already.',
        schema: object({
          kind: { type: 'string', enum: ['seeded', 'not-fresh'] },
          'appended?': integer('New events.'),
          'known?': integer('Events that were there, by their ids.'),
        }),
      },
      422: { description: 'The scenario is not valid, and nothing was changed.', schema: schema('Problem') },
    },
    handle: ({ store, body, query }) =>
      orRefused('invalid-scenario', async () => json(await store.seed(body as Scenario, { onlyFresh: query.get('onlyFresh') === 'true' }))),
  },
  {
    method: 'GET',
    path: '/snapshot',
    of: 'store',
    summary: 'The whole content of the store',
    answers: { 200: { description: 'A snapshot, to be restored as it is.', schema: open('docs/store.md#snapshot-and-restore') } },
    handle: async ({ store }) => json(await store.snapshot()),
  },
  {
    method: 'POST',
    path: '/restore',
    of: 'store',
    summary: 'Replaces the whole content of the store by a snapshot',
    body: open('A snapshot: docs/store.md#snapshot-and-restore.'),
    answers: {
      ...emptied,
      422: { description: 'The body is no snapshot, and nothing was changed.', schema: schema('Problem') },
    },
    handle: ({ store, body }) =>
      orRefused('invalid-snapshot', async () => {
        await store.restore(body as never)
        return done
      }),
  },
  {
    method: 'POST',
    path: '/branch',
    of: 'store',
    summary: 'Makes another store with the same content and time, which goes its own way from here',
    body: object({ 'name?': wished['name']!, 'seed?': wished['seed']!, 'ttl?': wished['ttl']! }),
    isBodyOptional: true,
    answers: openedAnswers,
    handle: branch,
  },
]

async function branch(exchange: ControlExchange): Promise<ControlReply> {
  const { store, body } = exchange
  const snapshot = await store.snapshot()
  return await openReply(exchange, body as NewStore, { snapshot, now: store.clock.now(), isFrozen: isFrozen(store.clock) })
}
