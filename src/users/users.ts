// Accounts: create, change, disable, verify; stored in `$user-*` streams as on the server (server-http §9.3).

import type { Environment } from '../base/platform/environment.ts'
import { factsOf } from '../base/release/releases.ts'
import type { Settings } from '../base/settings.ts'
import type { User } from '../base/user.ts'
import type { Storage, WriteTransaction } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'
import type { Account, Profile, StoredAccount } from './account.ts'
import { createAccounts } from './accounts.ts'
import { createKeptAccounts } from './kept-accounts.ts'
import { hashPassword, verifyPassword } from './password.ts'

export type { Profile, StoredAccount } from './account.ts'

export type UserOutcome =
  | { readonly kind: 'done' }
  /** The login is missing or deleted. */
  | { readonly kind: 'unknown' }
  /** The login exists with another password. */
  | { readonly kind: 'taken' }
  /** The given current password is wrong. */
  | { readonly kind: 'wrong-password' }

export interface NewUser extends Profile {
  readonly login: string
  readonly password: string
}

export interface Users {
  /** The user with this login and password; undefined if the login is missing or disabled, or the password is wrong. */
  verify(login: string, password: string): Promise<User | undefined>
  find(login: string): Promise<StoredAccount | undefined>
  /** All users in order of login. */
  list(): Promise<StoredAccount[]>
  /** Creating an existing login with its own password succeeds and changes nothing. */
  create(user: NewUser): Promise<UserOutcome>
  update(login: string, profile: Profile): Promise<UserOutcome>
  enable(login: string): Promise<UserOutcome>
  disable(login: string): Promise<UserOutcome>
  delete(login: string): Promise<UserOutcome>
  resetPassword(login: string, newPassword: string): Promise<UserOutcome>
  changePassword(login: string, currentPassword: string, newPassword: string): Promise<UserOutcome>
  /** Writes the built-in users into a store that has never had any; writes none while security is off. */
  startIn(tx: WriteTransaction): Promise<void>
}

export interface UsersOptions {
  readonly storage: Storage
  readonly streams: Streams
  readonly environment: Environment
  readonly settings: Settings
}

const done: UserOutcome = { kind: 'done' }
const unknown: UserOutcome = { kind: 'unknown' }

export function createUsers({ storage, streams, environment, settings }: UsersOptions): Users {
  const { node } = factsOf(settings.release)
  const accounts = createAccounts(streams, environment, node)
  const kept = createKeptAccounts(storage, accounts)
  const isValidPassword = cachedPasswordCheck()

  const hash = (password: string) => hashPassword(password, environment.uuid())

  /** Changes an existing account; `decide` may refuse. */
  const change = (login: string, decide: (tx: WriteTransaction, account: StoredAccount) => Promise<UserOutcome>): Promise<UserOutcome> =>
    storage.write(async (tx) => {
      const account = await accounts.find(tx, login)
      return account ? await decide(tx, account) : unknown
    })

  /** Replaces an account by a changed one, and invalidates caches of its login. */
  const replace = (login: string, changed: (account: StoredAccount) => Account | undefined): Promise<UserOutcome> =>
    change(login, async (tx, account) => {
      const next = changed(account)
      if (!next) return { kind: 'wrong-password' }
      await accounts.replace(tx, next)
      await accounts.notify(tx, login)
      return done
    })

  return {
    verify: async (login, password) => {
      const account = await kept.find(login)
      if (!account || account.disabled || !isValidPassword(account, password)) return undefined
      const groups = account.groups.filter((group) => group !== null)
      return groups.length === account.groups.length ? { name: account.login, groups } : undefined
    },

    find: (login) => storage.read((tx) => accounts.find(tx, login)),

    list: () => storage.read((tx) => accounts.list(tx)),

    create: ({ password, ...user }) =>
      storage.write(async (tx): Promise<UserOutcome> => {
        const existing = await accounts.find(tx, user.login)
        if (existing) return verifyPassword(password, existing) ? done : { kind: 'taken' }
        await accounts.create(tx, { ...user, ...hash(password), disabled: false })
        return done
      }),

    update: (login, profile) => replace(login, (account) => ({ ...account, ...profile })),

    enable: (login) =>
      change(login, async (tx, account) => {
        await accounts.replace(tx, { ...account, disabled: false })
        return done
      }),

    disable: (login) => replace(login, (account) => ({ ...account, disabled: true })),

    delete: (login) =>
      change(login, async (tx) => {
        await accounts.delete(tx, login)
        await accounts.notify(tx, login)
        return done
      }),

    resetPassword: (login, newPassword) => replace(login, (account) => ({ ...account, ...hash(newPassword) })),

    changePassword: (login, currentPassword, newPassword) =>
      replace(login, (account) => (verifyPassword(currentPassword, account) ? { ...account, ...hash(newPassword) } : undefined)),

    startIn: async (tx) => {
      if (settings.security === 'insecure' || (await accounts.hasEverCreated(tx))) return
      await accounts.createAll(tx, [
        { login: 'ops', fullName: node.builtInNames.ops, groups: ['$ops'], ...hash(settings.defaultOpsPassword), disabled: false },
        {
          login: 'admin',
          fullName: node.builtInNames.admin,
          groups: ['$admins'],
          ...hash(settings.defaultAdminPassword),
          disabled: false,
        },
      ])
    },
  }
}

/** Caches the valid password of each kept account: hashing takes milliseconds, and browsers send credentials with every request. */
function cachedPasswordCheck(): (account: Account, password: string) => boolean {
  const valid = new WeakMap<Account, string>()
  return (account, password) => {
    if (valid.get(account) === password) return true
    if (!verifyPassword(password, account)) return false
    valid.set(account, password)
    return true
  }
}
