// Accounts, and their form in the events of their streams (server-http §9.4).

import type { NodeFacts } from '../base/release/facts.ts'
import type { RecordedEvent } from '../base/events/events.ts'
import type { PasswordHash } from './password.ts'

export interface Profile {
  /** Null where none was given. */
  readonly fullName: string | null
  /** An account with a null among them cannot sign in: no role can be made of it. */
  readonly groups: readonly (string | null)[]
}

export interface Account extends Profile, PasswordHash {
  readonly login: string
  readonly disabled: boolean
}

/** An account together with the time of its last event. */
export interface StoredAccount extends Account {
  /** Milliseconds since 1970. */
  readonly updated: number
}

/** Lists every login ever created, in order. */
export const usersStream = '$users'

/** Tells every cache of logins to forget one. */
export const notificationsStream = '$users-password-notifications'

export const accountStream = (login: string): string => `$user-${login}`

/** The data of an account's event, without members that are null or false. @param members their order. */
export function printAccount({ login, fullName, salt, hash, disabled, groups }: Account, members: NodeFacts['accountMembers']): string {
  const account = { loginName: login, fullName: fullName ?? undefined, salt, hash, disabled: disabled || undefined, groups }
  return JSON.stringify(Object.fromEntries(members.map((name) => [name, account[name]])), undefined, 2)
}

/** @returns undefined for an event that a client wrote to the account's stream by hand. */
export function readAccount(login: string, event: RecordedEvent): StoredAccount | undefined {
  const data = typeof event.data === 'string' ? parse(event.data) : undefined
  if (!isRecord(data) || typeof data['salt'] !== 'string' || typeof data['hash'] !== 'string') return undefined
  const { fullName, salt, hash, groups } = data
  return {
    login,
    fullName: typeof fullName === 'string' ? fullName : null,
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string' || group === null) : [],
    salt,
    hash,
    disabled: data['disabled'] === true,
    updated: event.created,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
