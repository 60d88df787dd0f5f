// Lists the methods of gRPC of every release, from the tables by which stores answer.

import { callParts } from '../../src/engine/calls/call-parts.ts'
import { servicesOf } from '../../src/engine/calls/calls.ts'
import { releases } from '../../src/base/release/releases.ts'
import type { Release } from '../../src/base/release/facts.ts'
import { createStore } from '../../src/engine/store.ts'

export interface CallMethod {
  /** With its package. */
  readonly service: string
  readonly method: string
  /** The callers whom it admits before it looks at the request. */
  readonly callers: string
  /** Those that have it, oldest first. */
  readonly releases: readonly Release[]
}

/** Service by service, in the order of the tables. */
export async function listCallMethods(): Promise<readonly CallMethod[]> {
  const found = new Map<string, CallMethod>()
  for (const release of releases) {
    const store = createStore({ release, systemProjections: false })
    for (const { name: service, methods } of servicesOf(store[callParts]!)) {
      for (const { name: method, callers } of methods) {
        const path = `/${service}/${method}`
        found.set(path, { service, method, callers, releases: [...(found.get(path)?.releases ?? []), release] })
      }
    }
    await store.close()
  }
  return [...Map.groupBy(found.values(), ({ service }) => service).values()].flat()
}
