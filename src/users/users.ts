// Accounts: create, change, disable, verify; kept in `$user-*` streams as the reference keeps them.

import type { Environment } from '../base/environment.ts'
import type { Settings } from '../base/settings.ts'
import type { User } from '../base/user.ts'
import type { Storage, WriteTransaction } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'

export interface Users {
  /** The user with this login and password; undefined where there is none, it is disabled, or the password is wrong. */
  verify(login: string, password: string): Promise<User | undefined>
  /** Writes the built-in users that a store is missing; does nothing while security is off. */
  startIn(tx: WriteTransaction): Promise<void>
}

export interface UsersOptions {
  readonly storage: Storage
  readonly streams: Streams
  readonly environment: Environment
  readonly settings: Settings
}

export function createUsers(_options: UsersOptions): Users {
  throw new Error('not built yet')
}
