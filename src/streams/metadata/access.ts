// Decides whether a caller has a right on a stream: access lists, defaults of `$settings`, built-in defaults (streams-http §18).

import type { AccessList, RecordedEvent, StreamHead } from '../../base/events/events.ts'
import type { User } from '../../base/user.ts'
import type { ReadTransaction, Storage } from '../../storage/storage.ts'
import { readDefaultAccess } from './metadata.ts'
import { allStream, isMetastream, isSystemStream, originalOf, settingsStream } from '../system.ts'

export type StreamRight = keyof AccessList

/** The right that decides, after the rules of `$all` and of metastreams. */
export type EffectiveRight = { readonly kind: 'refused' } | { readonly kind: 'ask'; readonly right: StreamRight; readonly stream: string }

const everybody = '$all'
const administrators = '$admins'

/**
 * Steps 2 and 3 of streams-http §18.5: `$all` cannot be written or deleted, and to read or write a metastream is a right on the metadata of
 * its stream. All other rights on a metastream are refused.
 */
export function effectiveRight(right: StreamRight, stream: string): EffectiveRight {
  if (stream === allStream && (right === 'write' || right === 'delete')) return { kind: 'refused' }
  if (!isMetastream(stream)) return { kind: 'ask', right, stream }
  if (right === 'read') return { kind: 'ask', right: 'metadataRead', stream: originalOf(stream) }
  if (right === 'write') return { kind: 'ask', right: 'metadataWrite', stream: originalOf(stream) }
  return { kind: 'refused' }
}

/** Step 4: the login `admin`, and the login or group `$admins`, have every right. */
export const isAdministrator = (user: User | undefined): boolean =>
  user !== undefined && (user.name === 'admin' || user.name === administrators || user.groups.includes(administrators))

/**
 * The roles with a right on a stream (streams-http §18.6): from the stream's own list, or else from the default of its class in
 * `$settings`, or else the built-in default.
 *
 * @param settings the last event of `$settings`.
 */
export function rolesFor(
  right: StreamRight,
  stream: string,
  head: StreamHead | undefined,
  settings: RecordedEvent | undefined,
): readonly string[] {
  const own = head?.metadata.acl?.[right]
  if (own) return own
  const defaults = settings && readDefaultAccess(settings)
  const [byClass, builtIn] = isSystemStream(stream) ? [defaults?.system, administrators] : [defaults?.user, everybody]
  return byClass?.[right] ?? [builtIn]
}

/** Steps 5 to 7. @param user undefined for an anonymous caller. */
export const hasRole = (user: User | undefined, roles: readonly string[]): boolean =>
  roles.includes(everybody) || (user !== undefined && [user.name, ...user.groups].some((identity) => roles.includes(identity)))

/** Steps 2 to 7 of streams-http §18.5, with the access lists in the store. */
export async function allows(
  { read }: Pick<Storage, 'read'>,
  user: User | undefined,
  right: StreamRight,
  stream: string,
): Promise<boolean> {
  const effective = effectiveRight(right, stream)
  if (effective.kind === 'refused') return false
  if (isAdministrator(user)) return true
  return hasRole(user, await read((tx) => rolesIn(tx, effective.right, effective.stream)))
}

async function rolesIn(tx: ReadTransaction, right: StreamRight, stream: string): Promise<readonly string[]> {
  const [head, settingsHead] = await Promise.all([tx.head(stream), tx.head(settingsStream)])
  const settings = settingsHead && !settingsHead.tombstone ? await lastEvent(tx, settingsHead) : undefined
  return rolesFor(right, stream, head, settings)
}

/** The stored event, visible or not: hiding the events of `$settings` leaves its lists in force. */
async function lastEvent(tx: ReadTransaction, { stream, last }: StreamHead): Promise<RecordedEvent | undefined> {
  const [event] = last < 0 ? [] : await tx.stream(stream, { from: last, direction: 'backward', limit: 1 })
  return event
}
