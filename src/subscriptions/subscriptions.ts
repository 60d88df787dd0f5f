// Persistent subscriptions: groups of consumers that share the events of a stream (server-http §10).

import { later } from '../base/platform/later.ts'
import type { Environment } from '../base/platform/environment.ts'
import type { SubscriptionFacts } from '../base/release/facts.ts'
import { compareNames } from '../base/sorted.ts'
import type { Storage, WriteTransaction } from '../storage/storage.ts'
import { allStream } from '../streams/system.ts'
import type { GroupConfiguration } from './group/configuration.ts'
import type { TakenMessage, TakeOutcome } from './consume-messages.ts'
import type { GroupName } from './group/group.ts'
import type { GroupClock } from './group-clock.ts'
import { acknowledgeMessages, handBackMessages, replayMessages, takeMessages, truncateMessages } from './consume-messages.ts'
import { nextTick } from './clock/ticks.ts'
import type { NackAction } from './group/delivery.ts'
import type { GroupEntry } from './stored/directory.ts'
import { groupsOfStream } from './stored/directory.ts'
import type { GroupChangeOutcome } from './manage-groups.ts'
import { createGroup, deleteGroup, loadGroups, restartGroups, updateGroup } from './manage-groups.ts'
import { currentGroup, isOwnStream, hasDueWork, ownerOf, putGroup } from './current-group.ts'
import type { ConsumerConnection, ConnectionStatistics, ConnectOutcome, Consumer, Consumers } from './push/consumers.ts'
import { directoryKey, directoryTable, groupTable, readDirectory } from './stored/tables.ts'
import type { GroupStatistics } from './group/statistics.ts'
import { measure } from './group/statistics.ts'

export { defaultConfiguration, sizeProblem } from './group/configuration.ts'
export { messageId } from './consume-messages.ts'
export { parkedStreamOf } from './group/group.ts'
export type {
  ConsumerConnection,
  ConnectionStatistics,
  Consumer,
  ConnectOutcome,
  GroupChangeOutcome,
  GroupConfiguration,
  GroupEntry,
  GroupName,
  GroupStatistics,
  NackAction,
  TakenMessage,
  TakeOutcome,
}

export type GroupStatisticsOutcome =
  /** `streams` is the number of those that have had a group since the last restart, on all pages. */
  | { readonly kind: 'groups'; readonly groups: readonly GroupStatistics[]; readonly streams: number }
  /** The stream has had no group since the last restart. */
  | { readonly kind: 'unknown' }
  /** The subsystem is stopped. */
  | { readonly kind: 'stopped' }

/** Counts streams, also those whose last group was deleted since the last restart. */
export interface StreamsOfPage {
  readonly offset: number
  readonly count: number
}

/**
 * All groups of a store. Groups do not run: every call first advances the groups it concerns to the present, with the time-outs and
 * checkpoints that fell due since the last call. `flush` and `tick` do only that.
 */
export interface Subscriptions {
  /** @param by name of the calling user. */
  create(entry: GroupEntry, by: string): Promise<GroupChangeOutcome>
  /** Replaces a group's configuration; the group starts again from its last checkpoint. */
  update(entry: GroupEntry, by: string): Promise<GroupChangeOutcome>
  delete(group: GroupName, by: string): Promise<GroupChangeOutcome>
  /** Rebuilds all groups from the stored configuration. @returns false if the subsystem is stopped. */
  restart(): Promise<boolean>

  /** Statistics of all groups, or of one stream's; starts a new measurement of those that it shows. @param page its streams. */
  list(stream?: string, page?: StreamsOfPage): Promise<GroupStatisticsOutcome>
  /** Statistics of one group; starts a new measurement. */
  details(group: GroupName): Promise<GroupStatisticsOutcome>
  /** Names of a stream's groups in order of creation. */
  groupsOf(stream: string): Promise<readonly string[]>

  /** Delivers at most `count` messages; each is outstanding until it is acknowledged, handed back or timed out. */
  take(group: GroupName, count: number): Promise<TakeOutcome>
  /** Ignores an unknown group. @param ids lower-case GUIDs with dashes; those that are not outstanding are ignored. */
  acknowledge(group: GroupName, ids: readonly string[]): Promise<void>
  /** Pushes messages to a consumer, as many at once as it has slots, until it closes its connection or the group drops it. */
  connect(group: GroupName, consumer: Consumer): Promise<ConnectOutcome>
  /** The connections of a group; starts a new measurement. */
  connectionsOf(group: GroupName): readonly ConnectionStatistics[]
  /** @param ids as for `acknowledge`. */
  handBack(group: GroupName, ids: readonly string[], action: NackAction): Promise<void>
  /**
   * Queues parked messages again.
   *
   * @param stopAt number in the parked stream of the first message that stays parked; default: none stays.
   * @returns whether the group exists.
   */
  replayParked(group: GroupName, stopAt?: bigint): Promise<boolean>

  /** Drops parked messages. @param stopAt number of the first one that stays; default: none stays. @returns whether the group exists. */
  truncateParked(group: GroupName, stopAt?: bigint): Promise<boolean>

  /**
   * Writes the events that groups owe this stream by now. Await it before a read of the stream.
   *
   * @param stream any name; only parked and checkpoint streams and `$all` take time.
   */
  flush(stream: string): Promise<void>
  /** Advances every group to the present. */
  tick(): Promise<void>
  /** When the next message times out or checkpoint falls due, in milliseconds since 1970; infinity if none does. */
  nextTick(): Promise<number>
  /** Builds the groups of a stored configuration without rows, as an import of events leaves it. */
  startIn(tx: WriteTransaction): Promise<void>
}

export interface SubscriptionsOptions {
  readonly storage: Storage
  readonly environment: Environment
  readonly facts: SubscriptionFacts
}

const loadConsumers = later(() => import('./push/consumers.ts'))

export function createSubscriptions({ storage, environment, facts }: SubscriptionsOptions): Subscriptions {
  const { now, uuid } = environment
  const clock: GroupClock = { ...facts, now, uuid }
  // Pages never push.
  let consumers: Consumers | undefined
  /** A change of a group ends its connections. */
  const dropping = async (group: GroupName, change: Promise<GroupChangeOutcome>): Promise<GroupChangeOutcome> => {
    const outcome = await change
    if (outcome.kind === 'done') consumers?.drop(group)
    return outcome
  }

  /** Statistics of the existing groups among these, in the given order. */
  const measureIn = async (tx: WriteTransaction, names: readonly GroupName[]): Promise<GroupStatistics[]> => {
    const all: GroupStatistics[] = []
    for (const { stream, name } of names) {
      const current = await currentGroup(tx, stream, name, clock)
      if (!current) continue
      const { group, statistics } = measure(current, environment.now())
      putGroup(tx, group)
      all.push(statistics)
    }
    return all
  }

  /** The groups with due work: of all groups, or the owner of one stream. */
  const dueGroups = (stream: string): Promise<GroupName[]> =>
    storage.read(async (tx) => {
      const owner = stream === allStream ? undefined : await ownerOf(tx, stream)
      const groups = stream === allStream ? (await tx.rows(groupTable)).map(([, group]) => group) : owner ? [owner] : []
      const due = await Promise.all(groups.map((group) => hasDueWork(tx, group, environment.now())))
      return groups.filter((_, index) => due[index]).map(({ stream, name }) => ({ stream, name }))
    })

  const advance = (groups: readonly GroupName[]): Promise<void> =>
    storage.write(async (tx) => {
      for (const { stream, name } of groups) await currentGroup(tx, stream, name, clock)
    })

  const flush = async (stream: string): Promise<void> => {
    const groups = stream === allStream || isOwnStream(stream) ? await dueGroups(stream) : []
    if (groups.length > 0) await advance(groups)
  }

  return {
    create: (entry, by) => storage.write((tx) => createGroup(tx, entry, by, clock)),
    update: (entry, by) =>
      dropping(
        entry,
        storage.write((tx) => updateGroup(tx, entry, by, clock)),
      ),
    delete: (group, by) =>
      dropping(
        group,
        storage.write((tx) => deleteGroup(tx, group, by, clock)),
      ),
    restart: async () => {
      const isRestarted = await storage.write((tx) => restartGroups(tx, clock))
      if (isRestarted) consumers?.drop()
      return isRestarted
    },
    connect: async (group, consumer) => {
      const pushing = await loadConsumers()
      consumers ??= new pushing.Consumers({ storage, environment, clock })
      return await consumers.connect(group, consumer)
    },
    connectionsOf: (group) => consumers?.statisticsOf(group) ?? [],

    list: (stream, page) =>
      storage.write(async (tx): Promise<GroupStatisticsOutcome> => {
        const directory = await readDirectory(tx)
        if (!directory.running) return { kind: 'stopped' }
        const topics = directory.topics.filter((topic) => stream === undefined || topic.stream === stream)
        if (stream !== undefined && topics.length === 0) return { kind: 'unknown' }
        const shown = facts.sortsByStream ? topics.toSorted((one, other) => compareNames(one.stream, other.stream)) : topics
        const paged = page ? shown.slice(page.offset, page.offset + page.count) : shown
        const names = paged.flatMap((topic) => topic.groups.map((name) => ({ stream: topic.stream, name })))
        return { kind: 'groups', groups: await measureIn(tx, names), streams: topics.length }
      }),

    details: (group) =>
      storage.write(async (tx): Promise<GroupStatisticsOutcome> => {
        if (!(await readDirectory(tx)).running) return { kind: 'stopped' }
        const groups = await measureIn(tx, [group])
        return groups.length > 0 ? { kind: 'groups', groups, streams: 1 } : { kind: 'unknown' }
      }),

    groupsOf: (stream) => storage.read(async (tx) => groupsOfStream(await readDirectory(tx), stream) ?? []),

    take: (group, count) => storage.write((tx) => takeMessages(tx, group, count, clock)),
    acknowledge: (group, ids) => storage.write((tx) => acknowledgeMessages(tx, group, ids, clock)),
    handBack: (group, ids, action) => storage.write((tx) => handBackMessages(tx, group, ids, { action }, clock)),
    replayParked: (group, stopAt) => storage.write((tx) => replayMessages(tx, group, stopAt, clock)),

    truncateParked: (group, stopAt) => storage.write((tx) => truncateMessages(tx, group, stopAt, clock)),

    flush,
    tick: () => flush(allStream),
    nextTick: () =>
      storage.read(async (tx) =>
        (await tx.rows(groupTable)).reduce((first, [, group]) => Math.min(first, nextTick(group)), Number.POSITIVE_INFINITY),
      ),

    startIn: async (tx) => {
      const directory = await tx.row(directoryTable, directoryKey)
      if (!directory?.running) await loadGroups(tx, clock)
    },
  }
}
