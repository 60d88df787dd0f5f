// Reads and writes accounts inside a transaction: one stream per account, `$users`, and the notifications.

import { newEvents } from '../base/events/event-table.ts'
import type { Environment } from '../base/platform/environment.ts'
import type { NodeFacts } from '../base/release/facts.ts'
import type { NewEvent } from '../base/events/events.ts'
import { isSoftDeleted } from '../base/events/events.ts'
import { compareNames } from '../base/sorted.ts'
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'
import { expectedVersion } from '../streams/streams.ts'
import type { Account, StoredAccount } from './account.ts'
import { accountStream, notificationsStream, printAccount, readAccount, usersStream } from './account.ts'

/** Administrators may write to an account's stream by hand. */
const accountMetadata = '{"$acl":{"$w":"$admins","$d":"$admins","$mw":"$admins"}}'

const notificationsMetadata = '{"$maxAge":3600}'

/** Entries of `$users` to read at once. */
const pageSize = 500

export interface Accounts {
  /** Undefined where the account is missing or deleted. */
  find(tx: ReadTransaction, login: string): Promise<StoredAccount | undefined>
  /** Whether the store has ever had an account, deleted ones included. */
  hasEverCreated(tx: ReadTransaction): Promise<boolean>
  /** Every account, in order of login. */
  list(tx: ReadTransaction): Promise<StoredAccount[]>
  create(tx: WriteTransaction, account: Account): Promise<void>
  /** Creates several accounts, with their events in the order of a fresh node (streams-http §13.2). */
  createAll(tx: WriteTransaction, accounts: readonly Account[]): Promise<void>
  replace(tx: WriteTransaction, account: Account): Promise<void>
  delete(tx: WriteTransaction, login: string): Promise<void>
  /** Invalidates caches of a login. */
  notify(tx: WriteTransaction, login: string): Promise<void>
}

export function createAccounts(streams: Streams, environment: Environment, { accountMembers }: NodeFacts): Accounts {
  const json = (type: string, data: string): NewEvent => ({ id: environment.uuid(), type, data, metadata: '', isJson: true })

  const append = async (tx: WriteTransaction, stream: string, event: NewEvent): Promise<void> => {
    const outcome = await streams.appendIn(tx, { stream, events: newEvents([event]), expected: expectedVersion.any })
    if (outcome.kind !== 'appended') throw new Error(`The stream ${stream} took no event: ${outcome.kind}.`)
  }

  const writeMetadata = (tx: WriteTransaction, stream: string, metadata: string) => append(tx, `$$${stream}`, json('$metadata', metadata))

  const accounts: Accounts = {
    find: async (tx, login) => {
      const stream = accountStream(login)
      const head = await tx.head(stream)
      if (!head || head.tombstone || head.last < 0 || isSoftDeleted(head)) return undefined
      const [last] = await tx.stream(stream, { from: head.last, direction: 'backward', limit: 1 })
      return last && readAccount(login, last)
    },

    hasEverCreated: async (tx) => (await tx.head(usersStream)) !== undefined,

    list: async (tx) => {
      const found: StoredAccount[] = []
      for (const login of (await logins(tx)).toSorted(compareNames)) {
        const account = await accounts.find(tx, login)
        if (account) found.push(account)
      }
      return found
    },

    create: (tx, account) => accounts.createAll(tx, [account]),

    createAll: async (tx, created) => {
      for (const { login } of created) await writeMetadata(tx, accountStream(login), accountMetadata)
      for (const account of created)
        await append(tx, accountStream(account.login), json('$UserCreated', printAccount(account, accountMembers)))
      for (const { login } of created) await append(tx, usersStream, { ...json('$User', login), isJson: false })
    },

    replace: (tx, account) => append(tx, accountStream(account.login), json('$UserUpdated', printAccount(account, accountMembers))),

    delete: async (tx, login) => {
      await streams.deleteIn(tx, { stream: accountStream(login), expected: expectedVersion.any, hard: false })
    },

    notify: async (tx, login) => {
      if (!(await tx.head(notificationsStream))) await writeMetadata(tx, notificationsStream, notificationsMetadata)
      await append(tx, notificationsStream, json('$PasswordChanged', JSON.stringify({ loginName: login }, undefined, 2)))
    },
  }
  return accounts
}

/** The distinct logins in `$users`. */
async function logins(tx: ReadTransaction): Promise<string[]> {
  const found = new Set<string>()
  for (let from = 0; ;) {
    const page = await tx.stream(usersStream, { from, direction: 'forward', limit: pageSize })
    for (const event of page) if (event.type === '$User' && typeof event.data === 'string') found.add(event.data)
    const last = page.at(-1)
    if (!last || page.length < pageSize) return [...found]
    from = last.number + 1
  }
}
