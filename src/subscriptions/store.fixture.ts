// Streams and subscriptions on a storage in memory, with a clock that tests turn.

import { defaultRelease, factsOf } from '../base/release/releases.ts'
import { newEvents } from '../base/events/event-table.ts'
import type { Environment } from '../base/platform/environment.ts'
import { platformEnvironment } from '../base/platform/environment.ts'
import type { NewEvent, RecordedEvent } from '../base/events/events.ts'
import type { Storage } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'
import { createStreams, expectedVersion } from '../streams/streams.ts'
import type { GroupConfiguration } from './group/configuration.ts'
import { defaultConfiguration } from './group/configuration.ts'
import type { GroupName, GroupStatistics, Subscriptions, TakenMessage } from './subscriptions.ts'
import { createSubscriptions, messageId } from './subscriptions.ts'

export interface World {
  readonly streams: Streams
  readonly subscriptions: Subscriptions
  /** Moves the clock. */
  pass(milliseconds: number): void
  /** Appends events with the given texts as data, of type `item` or, where they name a target, as links. */
  append(stream: string, ...texts: readonly string[]): Promise<void>
  create(configured?: Partial<GroupConfiguration>, group?: GroupName): Promise<void>
  take(count: number, group?: GroupName): Promise<TakenMessage[]>
  /** Takes messages, each as `number@stream` with its retries behind it, if any. */
  titles(count: number, group?: GroupName): Promise<string[]>
  details(group?: GroupName): Promise<GroupStatistics>
  update(configured?: Partial<GroupConfiguration>): Promise<void>
  remove(stream: string, hard?: boolean): Promise<void>
  /** Hides the events before a number from readers. */
  truncate(stream: string, before: number): Promise<void>
  /** Stored events of a stream, hidden ones included. */
  stored(stream: string): Promise<RecordedEvent[]>
}

export const theGroup: GroupName = { stream: 's', name: 'g' }
export const parkedStream = '$persistentsubscription-s::g-parked'
export const checkpointStream = '$persistentsubscription-s::g-checkpoint'

/** `first@stream` to `last@stream`. */
export const titles = (first: number, last: number, stream = 's'): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `${first + index}@${stream}`)

export const ids = (taken: readonly TakenMessage[]): string[] => taken.map(({ read }) => messageId(read))

/** @param clock shared by worlds on one storage. */
export async function openWorld(storage: Storage, clock = { now: 10_000 }, release = defaultRelease): Promise<World> {
  const environment: Environment = { ...platformEnvironment(), now: () => clock.now }
  const streams = createStreams({ storage, environment })
  const subscriptions = createSubscriptions({ storage, environment, facts: factsOf(release).subscriptions })
  await storage.write((tx) => subscriptions.startIn(tx))

  const newEvent = (text: string): NewEvent => ({
    id: environment.uuid(),
    type: text.includes('@') ? '$>' : 'item',
    data: text,
    metadata: '',
    isJson: false,
  })
  const take = async (count: number, group = theGroup): Promise<TakenMessage[]> => {
    const outcome = await subscriptions.take(group, count)
    if (outcome.kind !== 'taken') throw new Error(`nothing can be taken: ${outcome.kind}`)
    return [...outcome.messages]
  }
  return {
    streams,
    subscriptions,
    pass: (milliseconds) => void (clock.now += milliseconds),
    append: async (stream, ...texts) => {
      await streams.append({ stream, events: newEvents(texts.map(newEvent)), expected: expectedVersion.any })
    },
    create: async (configured = {}, group = theGroup) => {
      const outcome = await subscriptions.create({ ...group, configuration: { ...defaultConfiguration, ...configured } }, 'admin')
      if (outcome.kind !== 'done') throw new Error(`not created: ${outcome.kind}`)
    },
    take,
    titles: async (count, group) => (await take(count, group)).map(titleOf),
    details: async (group = theGroup) => {
      const outcome = await subscriptions.details(group)
      if (outcome.kind !== 'groups') throw new Error(`no details: ${outcome.kind}`)
      return outcome.groups[0]!
    },
    update: async (configured = {}) => {
      await subscriptions.update({ ...theGroup, configuration: { ...defaultConfiguration, ...configured } }, 'admin')
    },
    remove: async (stream, hard = false) => {
      await streams.delete({ stream, expected: expectedVersion.any, hard })
    },
    truncate: async (stream, before) => {
      const event = { ...newEvent(`{"$tb":${before}}`), type: '$metadata', isJson: true }
      await streams.append({ stream: `$$${stream}`, events: newEvents([event]), expected: expectedVersion.any })
    },
    stored: (stream) => storage.read((tx) => tx.stream(stream, { from: 0, direction: 'forward', limit: 10_000 })),
  }
}

function titleOf({ read, retries }: TakenMessage): string {
  const place = read.kind === 'broken' ? `${read.number}@${read.stream}?` : `${read.event.number}@${read.event.stream}`
  return retries > 0 ? `${place} r${retries}` : place
}
