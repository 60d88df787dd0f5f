// Keeps accounts in memory until a commit may have changed one: every request with credentials asks for its own.

import type { CommitHint, Storage } from '../storage/storage.ts'
import { subjectOf } from '../streams/system.ts'
import type { StoredAccount } from './account.ts'
import { accountStream } from './account.ts'
import type { Accounts } from './accounts.ts'

const prefix = accountStream('')

/** Metadata may hide the events of a stream. */
const isOfAccount = (stream: string): boolean => subjectOf(stream).startsWith(prefix)

/**
 * A commit of this tab is heard of before the request that made it is answered; one of another tab may be heard of some milliseconds
 * later. The server keeps accounts for longer (server-http §9.4).
 */
export function createKeptAccounts(storage: Storage, accounts: Pick<Accounts, 'find'>) {
  const kept = new Map<string, StoredAccount>()
  let changes = 0
  let isListening = false

  const hear = ({ streams }: CommitHint): void => {
    if (streams && !streams.some(isOfAccount)) return
    changes++
    kept.clear()
  }

  return {
    /** Undefined where the account is missing or deleted. */
    async find(login: string): Promise<StoredAccount | undefined> {
      const known = kept.get(login)
      if (known) return known
      if (!isListening) storage.onCommit(hear)
      isListening = true
      const before = changes
      const account = await storage.read((tx) => accounts.find(tx, login))
      // The read may have begun before a commit that was heard of since.
      if (account && changes === before) kept.set(login, account)
      return account
    },
  }
}
