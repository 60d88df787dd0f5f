// Services on a storage in memory, for tests of the route table without a store.

import { platformEnvironment } from '../base/platform/environment.ts'
import { factsOf } from '../base/release/releases.ts'
import { defaultSettings } from '../base/settings.ts'
import { createProjections } from '../projections/projections.ts'
import { memoryStorage } from '../storage/memory/memory.ts'
import { createScavenges } from '../streams/scavenge/scavenge.ts'
import { createStreams } from '../streams/streams.ts'
import { createSubscriptions } from '../subscriptions/subscriptions.ts'
import { createUsers } from '../users/users.ts'
import { createNodeState } from '../node/state.ts'
import type { RouteServices } from './routes.ts'

/** No service is started, and no query runs. */
export function servicesWithDefaults(): RouteServices {
  const [storage, environment, settings] = [memoryStorage(), platformEnvironment(), defaultSettings]
  const streams = createStreams({ storage, environment })
  const openQuery = () => Promise.reject(new Error('No query runs here.'))
  return {
    streams,
    users: createUsers({ storage, streams, environment, settings }),
    scavenges: createScavenges({ storage, environment }),
    projections: createProjections({ storage, streams, openQuery, environment, settings }),
    subscriptions: createSubscriptions({ storage, environment, facts: factsOf(settings.release).subscriptions }),
    node: createNodeState(environment),
    settings,
    environment,
  }
}
