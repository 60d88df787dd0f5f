// Puts the control routes in front of a served store, and opens the stores that tests ask for, each on a port of its own.

import { platformEnvironment } from '../base/platform/environment.ts'
import { realTime } from '../base/time/real-time.ts'
import { createControl, isControlPath } from '../control/control.ts'
import type { NamedStore, NewStore, OpenStore } from '../control/named-stores.ts'
import { NamedStores } from '../control/named-stores.ts'
import { callParts } from '../engine/calls/call-parts.ts'
import { movableEnvironment } from '../engine/clock/movable-environment.ts'
import { readTime, repeatableEnvironment } from '../engine/clock/repeatable-environment.ts'
import type { StoreOptions } from '../engine/options/store-options.ts'
import type { Store } from '../engine/store.ts'
import type { AnswerOrRespond } from '../base/answer.ts'
import { createStore } from '../engine/store.ts'

/** Exchanges that a controlled store keeps. */
const keptRequests = 1000

interface ServedTime {
  readonly control: boolean
  readonly seed: number | undefined
  readonly clock: string | undefined
}

/** What a served store has where it is controlled or repeats itself, unless its own options say otherwise. */
export const controlledOptions = ({ control, seed, clock }: ServedTime): StoreOptions => ({
  ...(control && { requestLog: keptRequests }),
  ...(seed !== undefined && { faultSeed: seed }),
  environment: environmentFor({ ...(seed !== undefined && { seed }), ...(clock !== undefined && { clock }) }),
})

/** How the port of the served store listens; so do those of the stores of tests. */
export interface ServedPlace {
  readonly host: string
  readonly allowHosts: readonly string[] | undefined
  readonly allowOrigins: readonly string[] | undefined
  readonly certificate: { readonly cert: string; readonly key: string } | undefined
  readonly warn: (line: string) => void
}

interface OpenPort {
  readonly port: number
  close(): Promise<void>
}

export interface Controlled {
  readonly store: Store
  /** Names under which the port is known, beside those of this machine. */
  readonly hosts: readonly string[]
  /** Whether other machines reach the port. */
  readonly isExposed: boolean
  /** Answers all but the control routes. */
  readonly answer: AnswerOrRespond
  /** Options of the served store, which the stores of tests have too. */
  readonly given: StoreOptions
  readonly place: ServedPlace
  readonly listen: (store: Pick<Store, 'fetch' | 'close'>, options: ServedPlace & { readonly port: number }) => Promise<OpenPort>
}

/** A snapshot of a whole store is one body; a text of JavaScript has little more. */
const mostControlBytes = 500_000_000

/** @returns what the port serves instead of the store. */
export function control(parts: Controlled): Pick<Store, 'close'> & {
  readonly fetch: AnswerOrRespond
  readonly mostBytesAt: (path: string) => number | undefined
} {
  const { store, answer, place, hosts, isExposed } = parts
  const stores = new NamedStores(openStore(parts), realTime)
  const controlled = createControl({ store, stores, hosts, isExposed, routes: store[callParts]?.server.routes ?? [] })
  if (isExposed)
    place.warn(
      `The control routes listen on ${place.host}: everybody who reaches this machine can empty the store. Leave --control out, or listen on 127.0.0.1.`,
    )
  return {
    fetch: (request) => controlled(request) ?? answer(request),
    close: async () => {
      await stores.closeAll()
      await store.close()
    },
    mostBytesAt: (path) => (isControlPath(path) ? mostControlBytes : undefined),
  }
}

function openStore({ given, place, listen }: Controlled): OpenStore {
  const told = new Set<string>()
  const warn = (line: string): void => {
    if (told.has(line)) return
    told.add(line)
    place.warn(line)
  }
  const { storage: _storage, environment: { log } = {}, baseUrl: _baseUrl, ...inherited } = given
  return async (wish) => {
    const { path, scenario, content, options } = wish
    const release = scenario?.release === undefined ? {} : { release: scenario.release }
    const store = createStore({
      requestLog: keptRequests,
      ...inherited,
      ...release,
      ...options,
      baseUrl: path,
      environment: { ...environmentFor(wish), ...(log && { log }), hint: warn },
      ...(wish.seed !== undefined && { faultSeed: wish.seed }),
    })
    try {
      await store.ready()
      if (content) await store.restore(content.snapshot)
      else if (scenario) await store.seed(scenario)
      const port = await listen({ ...store, close: () => Promise.resolve() }, { ...place, warn, port: 0 })
      return { store, port: port.port, close: () => closeBoth(port, store) }
    } catch (error) {
      await store.close()
      throw error
    }
  }
}

async function closeBoth(port: OpenPort, store: Pick<NamedStore['store'], 'close'>): Promise<void> {
  // The store first: it answers the long polls for which the port would wait.
  await store.close()
  await port.close()
}

type TimeOf = Pick<NewStore, 'seed' | 'clock' | 'scenario'> & { readonly content?: { readonly now: number; readonly isFrozen: boolean } }

/** The time and the ids of a store: those of a branch begin where its origin was. */
function environmentFor({ seed, clock, scenario, content }: TimeOf): NonNullable<StoreOptions['environment']> {
  const start = content?.now ?? clock ?? scenario?.clock
  if (seed !== undefined) return repeatableEnvironment({ seed, ...(start !== undefined && { start }) })
  const isFrozen = content ? content.isFrozen : clock !== undefined
  return movableEnvironment(platformEnvironment(), { isFrozen, ...(start !== undefined && { start: readTime(start) }) })
}
