// What stamps the writes of groups: time, ids, and what depends on the release.

import type { WriteClock } from '../base/platform/environment.ts'
import type { SubscriptionFacts } from '../base/release/facts.ts'

export type GroupClock = WriteClock & Pick<SubscriptionFacts, 'checkpointType' | 'replaysLostEvents' | 'remembersReplays'>
