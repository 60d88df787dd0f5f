// Loads the code of scavenges with the first one.

import type { Environment } from '../../base/platform/environment.ts'
import { later } from '../../base/platform/later.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Scavenges } from './scavenge.ts'

const scavenging = later(() => import('./scavenge.ts'))

export function lazyScavenges(options: { readonly storage: Storage; readonly environment: Environment }): Scavenges {
  let scavenges: Scavenges | undefined
  return {
    start: async (nodeEndpoint) => {
      const { createScavenges } = await scavenging()
      scavenges ??= createScavenges(options)
      return await scavenges.start(nodeEndpoint)
    },
    current: () => scavenges?.current(),
    last: () => scavenges?.last(),
    stop: async (id) => (await scavenges?.stop(id)) ?? false,
    close: async () => await scavenges?.close(),
  }
}
