// Decides whether a caller has a right on a stream: access lists, defaults of `$settings`, built-in defaults (streams-http §18).

import type { AccessList, RecordedEvent, StreamHead } from '../../base/events.ts'
import type { User } from '../../base/user.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { readDefaultAccess } from './metadata.ts'
import { allStream, isMetastream, isSystemStream, originalOf, settingsStream } from '../system.ts'

export type StreamRight = keyof AccessList

/** A right on a stream, after what `$all` and metastreams make of it. */
export type EffectiveRight = { readonly kind: 'refused' } | { readonly kind: 'ask'; readonly right: StreamRight; readonly stream: string }

const everybody = '$all'
const administrators = '$admins'

/**
 * What a right on a stream comes down to (streams-http §18.5, steps 2 and 3): nobody writes or deletes `$all`, and reading or writing
 * a metastream are rights on the metadata of the stream it belongs to. A metastream has no other rights: nobody has them.
 */
export function effectiveRight(right: StreamRight, stream: string): EffectiveRight {
  if (stream === allStream && (right === 'write' || right === 'delete')) return { kind: 'refused' }
  if (!isMetastream(stream)) return { kind: 'ask', right, stream }
  if (right === 'read') return { kind: 'ask', right: 'metadataRead', stream: originalOf(stream) }
  if (right === 'write') return { kind: 'ask', right: 'metadataWrite', stream: originalOf(stream) }
  return { kind: 'refused' }
}

/** Step 4: whoever is `admin` by login or `$admins` by login or group may do everything. */
export const isAdministrator = (user: User | undefined): boolean =>
  user !== undefined && (user.name === 'admin' || user.name === administrators || user.groups.includes(administrators))

/**
 * The roles that have a right on a stream (streams-http §18.6): the first that is defined of the stream's own list, the
 * default of its class in `$settings`, and the built-in default.
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

/** Steps 2 to 7 of streams-http §18.5 with what the store holds. */
export async function allowsIn(tx: ReadTransaction, user: User | undefined, right: StreamRight, stream: string): Promise<boolean> {
  const asked = effectiveRight(right, stream)
  if (asked.kind === 'refused') return false
  if (isAdministrator(user)) return true
  const [head, settingsHead] = await Promise.all([tx.head(asked.stream), tx.head(settingsStream)])
  const settings = settingsHead && !settingsHead.tombstone ? await lastEvent(tx, settingsHead) : undefined
  return hasRole(user, rolesFor(asked.right, asked.stream, head, settings))
}

/** As it is stored: hiding the events of `$settings` does not take its lists out of force. */
async function lastEvent(tx: ReadTransaction, { stream, last }: StreamHead): Promise<RecordedEvent | undefined> {
  const [event] = last < 0 ? [] : await tx.stream(stream, { from: last, direction: 'backward', limit: 1 })
  return event
}
