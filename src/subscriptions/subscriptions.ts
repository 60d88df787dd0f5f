// Persistent subscriptions: create, update, delete, list, consume; their configuration is an event stream.

import type { Environment } from '../base/environment.ts'
import type { Settings } from '../base/settings.ts'
import type { Storage, WriteTransaction } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'

export interface Subscriptions {
  startIn(tx: WriteTransaction): Promise<void>
  close(): Promise<void>
}

export interface SubscriptionsOptions {
  readonly storage: Storage
  readonly streams: Streams
  readonly environment: Environment
  readonly settings: Settings
}

export function createSubscriptions(_options: SubscriptionsOptions): Subscriptions {
  throw new Error('not built yet')
}
