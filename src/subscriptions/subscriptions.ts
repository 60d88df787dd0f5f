// Persistent subscriptions: groups of consumers that share the events of a stream (server-http §10).

import type { Environment } from '../base/environment.ts'
import type { Storage, WriteTransaction } from '../storage/storage.ts'
import { allStream } from '../streams/system.ts'
import type { GroupConfiguration } from './configuration.ts'
import type { GroupName, TakenMessage, TakeOutcome } from './consume-messages.ts'
import { acknowledgeMessages, handBackMessages, replayMessages, takeMessages } from './consume-messages.ts'
import { nextTick } from './ticks.ts'
import type { NackAction } from './delivery.ts'
import type { GroupEntry } from './directory.ts'
import { groupsOfStream } from './directory.ts'
import type { GroupChangeOutcome } from './manage-groups.ts'
import { createGroup, deleteGroup, loadGroups, restartGroups, updateGroup } from './manage-groups.ts'
import { countParked } from './parking.ts'
import { groupAtPresent, isOwnStream, needsLook, ownerOf, putGroup } from './current-group.ts'
import { directoryKey, directoryTable, groupTable, readDirectory } from './tables.ts'
import type { GroupStatistics } from './statistics.ts'
import { measure } from './statistics.ts'

export { defaultConfiguration, sizeProblem } from './configuration.ts'
export { messageId } from './consume-messages.ts'
export { parkedStreamOf } from './group.ts'
export type { GroupChangeOutcome, GroupConfiguration, GroupEntry, GroupName, GroupStatistics, NackAction, TakenMessage, TakeOutcome }

export type GroupStatisticsOutcome =
  | { readonly kind: 'groups'; readonly groups: readonly GroupStatistics[] }
  /** The stream has had no group since the last restart. */
  | { readonly kind: 'unknown' }
  /** The subsystem does not run. */
  | { readonly kind: 'stopped' }

/**
 * All groups of a store. Time-outs and checkpoints by time are noticed when somebody looks: every call is a look at the groups it is
 * about, `look` and `tick` are looks of their own.
 */
export interface Subscriptions {
  /** @param by name of the user who asks. */
  create(entry: GroupEntry, by: string): Promise<GroupChangeOutcome>
  /** Gives a group another configuration; it starts again from its last checkpoint. */
  update(entry: GroupEntry, by: string): Promise<GroupChangeOutcome>
  delete(group: GroupName, by: string): Promise<GroupChangeOutcome>
  /** Rebuilds all groups from the stored configuration. @returns false where the subsystem does not run. */
  restart(): Promise<boolean>

  /** Statistics of all groups, or of those of one stream; asking starts a new measurement. */
  list(stream?: string): Promise<GroupStatisticsOutcome>
  /** Statistics of one group; asking starts a new measurement. */
  details(group: GroupName): Promise<GroupStatisticsOutcome>
  /** Names of a stream's groups in order of creation. */
  groupsOf(stream: string): Promise<readonly string[]>

  /** Hands out at most so many messages, which are outstanding until they are acknowledged, handed back or timed out. */
  take(group: GroupName, count: number): Promise<TakeOutcome>
  /** @param ids lower-case GUIDs with dashes; those that are not outstanding are ignored, and so is an unknown group. */
  acknowledge(group: GroupName, ids: readonly string[]): Promise<void>
  /** @param ids as for `acknowledge`. */
  handBack(group: GroupName, ids: readonly string[], action: NackAction): Promise<void>
  /**
   * Queues parked messages again.
   *
   * @param stopAt number in the parked stream of the first one that stays parked; default: all are queued.
   * @returns whether there is such a group.
   */
  replayParked(group: GroupName, stopAt?: bigint): Promise<boolean>

  /**
   * To be awaited before the stream is read: writes what groups would have written into it by now.
   *
   * @param stream any name; only parked and checkpoint streams and `$all` take time.
   */
  look(stream: string): Promise<void>
  /** Brings every group up to the present. */
  tick(): Promise<void>
  /** When a message times out or a checkpoint falls due next, in milliseconds since 1970; infinity where nothing will. */
  nextTick(): Promise<number>
  /** Builds the groups of a stored configuration that has no rows yet, as after an import of events. */
  startIn(tx: WriteTransaction): Promise<void>
}

export interface SubscriptionsOptions {
  readonly storage: Storage
  readonly environment: Environment
}

export function createSubscriptions({ storage, environment }: SubscriptionsOptions): Subscriptions {
  /** Statistics of groups that exist, in the given order. */
  const measureIn = async (tx: WriteTransaction, names: readonly GroupName[]): Promise<GroupStatistics[]> => {
    const all: GroupStatistics[] = []
    for (const { stream, name } of names) {
      const present = await groupAtPresent(tx, stream, name, environment)
      if (!present) continue
      const { group, statistics } = measure(present, await countParked(tx, present), environment.now())
      putGroup(tx, group)
      all.push(statistics)
    }
    return all
  }

  /** The groups that have something to do, of all or of one stream's owner. */
  const waitingIn = (stream: string): Promise<GroupName[]> =>
    storage.read(async (tx) => {
      const owner = stream === allStream ? undefined : await ownerOf(tx, stream)
      const groups = stream === allStream ? (await tx.rows(groupTable)).map(([, group]) => group) : owner ? [owner] : []
      const due = await Promise.all(groups.map((group) => needsLook(tx, group, environment.now())))
      return groups.filter((_, index) => due[index]).map(({ stream, name }) => ({ stream, name }))
    })

  const bringUp = (groups: readonly GroupName[]): Promise<void> =>
    storage.write(async (tx) => {
      for (const { stream, name } of groups) await groupAtPresent(tx, stream, name, environment)
    })

  const look = async (stream: string): Promise<void> => {
    const groups = stream === allStream || isOwnStream(stream) ? await waitingIn(stream) : []
    if (groups.length > 0) await bringUp(groups)
  }

  return {
    create: (entry, by) => storage.write((tx) => createGroup(tx, entry, by, environment)),
    update: (entry, by) => storage.write((tx) => updateGroup(tx, entry, by, environment)),
    delete: (group, by) => storage.write((tx) => deleteGroup(tx, group, by, environment)),
    restart: () => storage.write((tx) => restartGroups(tx, environment)),

    list: (stream) =>
      storage.write(async (tx): Promise<GroupStatisticsOutcome> => {
        const directory = await readDirectory(tx)
        if (!directory.running) return { kind: 'stopped' }
        const topics = directory.topics.filter((topic) => stream === undefined || topic.stream === stream)
        if (stream !== undefined && topics.length === 0) return { kind: 'unknown' }
        const names = topics.flatMap((topic) => topic.groups.map((name) => ({ stream: topic.stream, name })))
        return { kind: 'groups', groups: await measureIn(tx, names) }
      }),

    details: (group) =>
      storage.write(async (tx): Promise<GroupStatisticsOutcome> => {
        if (!(await readDirectory(tx)).running) return { kind: 'stopped' }
        const groups = await measureIn(tx, [group])
        return groups.length > 0 ? { kind: 'groups', groups } : { kind: 'unknown' }
      }),

    groupsOf: (stream) => storage.read(async (tx) => groupsOfStream(await readDirectory(tx), stream) ?? []),

    take: (group, count) => storage.write((tx) => takeMessages(tx, group, count, environment)),
    acknowledge: (group, ids) => storage.write((tx) => acknowledgeMessages(tx, group, ids, environment)),
    handBack: (group, ids, action) => storage.write((tx) => handBackMessages(tx, group, ids, action, environment)),
    replayParked: (group, stopAt) => storage.write((tx) => replayMessages(tx, group, stopAt, environment)),

    look,
    tick: () => look(allStream),
    nextTick: () =>
      storage.read(async (tx) =>
        (await tx.rows(groupTable)).reduce((first, [, group]) => Math.min(first, nextTick(group)), Number.POSITIVE_INFINITY),
      ),

    startIn: async (tx) => {
      const directory = await tx.row(directoryTable, directoryKey)
      if (!directory?.running) await loadGroups(tx, environment)
    },
  }
}
