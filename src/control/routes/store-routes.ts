// Control routes of stores for single tests: make one, list them, look at one, close it.

import { controlSchemas, schema } from '../schemas.ts'
import { array, object } from '../schema.ts'
import type { BranchedContent, NamedStore, NewStore } from '../named-stores.ts'
import { mostStores } from '../named-stores.ts'
import type { ControlExchange, ControlReply, ControlRoute } from '../route.ts'
import { done, json, problem } from '../route.ts'
import { orRefused } from '../refused.ts'

/** Where a store is made, by a wish or as a branch. */
export const openedAnswers: ControlRoute['answers'] = {
  201: { description: 'The store, which answers already.', schema: schema('Store') },
  409: { description: 'A store has that name.', schema: schema('Problem') },
  422: { description: 'The scenario is not valid.', schema: schema('Problem') },
  503: { description: 'There are too many stores.', schema: schema('Problem') },
}

const missing = { 404: { description: 'There is no such store.', schema: schema('Problem') } }

export const storeRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/stores',
    of: 'server',
    summary: 'The stores made beside the served one',
    answers: { 200: { description: 'In the order in which they were made.', schema: object({ stores: array(schema('Store')) }) } },
    handle: (exchange) => json({ stores: exchange.stores.all().map((store) => shown(exchange, store)) }),
  },
  {
    method: 'POST',
    path: '/stores',
    of: 'server',
    summary: 'Makes a store of its own for a test',
    body: controlSchemas.NewStore,
    isBodyOptional: true,
    answers: openedAnswers,
    handle: (exchange) => openReply(exchange, wishOf(exchange.body)),
  },
  {
    method: 'GET',
    path: '/stores/{name}',
    of: 'server',
    summary: 'One of these stores',
    answers: { 200: { description: 'The store.', schema: schema('Store') }, ...missing },
    handle: (exchange) => {
      const found = exchange.stores.find(exchange.params['name'] ?? '')
      return found ? json(shown(exchange, found)) : noSuchStore(exchange.params['name'])
    },
  },
  {
    method: 'DELETE',
    path: '/stores/{name}',
    of: 'server',
    summary: 'Closes a store, and its port',
    answers: { 204: { description: 'Done.' }, ...missing },
    handle: async ({ stores, params: { name } }) => {
      const found = stores.find(name ?? '')
      if (!found) return noSuchStore(name)
      await found.close()
      return done
    },
  },
]

export const noSuchStore = (name: string | undefined): ControlReply =>
  problem(
    404,
    'no-such-store',
    `There is no store "${name}": it was closed, its time is over, or it was never made. GET /-/stores lists them.`,
  )

/** The options of the store are all members but those of its life. */
function wishOf(body: unknown): NewStore {
  const { name, scenario, seed, clock, ttl, ...options } = body as NewStore & Readonly<Record<string, unknown>>
  const given = { name, scenario, seed, clock, ttl }
  return { ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as NewStore), options }
}

/** Makes a store, and tells how to reach it. */
export function openReply(exchange: ControlExchange, wish: NewStore, content?: BranchedContent): Promise<ControlReply> {
  return orRefused('invalid-scenario', () =>
    orRefused('invalid-options', async () => {
      const opened = await exchange.stores.open(wish, content)
      if (opened.kind === 'taken') return problem(409, 'name-taken', `A store "${wish.name}" is there already.`)
      if (opened.kind === 'full')
        return problem(
          503,
          'too-many-stores',
          `There are ${mostStores} stores already: DELETE /-/stores/NAME closes one, and so does its time to live.`,
        )
      const { store } = opened
      return { kind: 'json', status: 201, value: shown(exchange, store), headers: { Location: `/-/stores/${store.name}` } }
    }),
  )
}

function shown({ origin }: ControlExchange, { name, path, port, expires }: NamedStore) {
  const { protocol, hostname } = new URL(origin)
  const url = `${origin}${path}`
  return {
    name,
    url,
    connectionString: `kurrentdb://${hostname}:${port}?tls=${protocol === 'https:'}`,
    control: `${url}/-`,
    expires: new Date(expires).toISOString(),
  }
}
