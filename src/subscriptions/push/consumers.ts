// The consumers of groups that messages are pushed to: who is connected, and what each has still to settle (grpc §12).

import type { Environment } from '../../base/platform/environment.ts'
import { isStoreError } from '../../base/errors.ts'
import type { CommitHint, Storage, WriteTransaction } from '../../storage/storage.ts'
import { allStream } from '../../streams/system.ts'
import type { TakenMessage } from '../consume-messages.ts'
import { acknowledgeMessages, deliverIn, handBackMessages, messageId } from '../consume-messages.ts'
import { currentGroup } from '../current-group.ts'
import type { GroupClock } from '../group-clock.ts'
import type { NackAction } from '../group/delivery.ts'
import type { Group, GroupName } from '../group/group.ts'
import { groupKey } from '../group/group.ts'
import { restartGroup } from '../manage-groups.ts'
import { groupTable, readDirectory } from '../stored/tables.ts'
import type { Strategy } from './strategies.ts'
import { strategyOf } from './strategies.ts'

/** A client that takes messages as they come. */
export interface Consumer {
  /** How many messages it may have to settle at once. */
  readonly slots: number
  readonly userName: string
  readonly connectionName: string
  push(messages: readonly TakenMessage[]): void
  /** The group was changed, deleted or stopped: no message follows. */
  drop(): void
}

/** A consumer's hold on its group. */
export interface ConsumerConnection {
  acknowledge(ids: readonly string[]): Promise<void>
  handBack(ids: readonly string[], action: NackAction, reason: string): Promise<void>
  /** Gives back what is not settled. */
  close(): Promise<void>
}

export type ConnectOutcome =
  | { readonly kind: 'connected'; readonly connection: ConsumerConnection }
  | { readonly kind: 'unknown' }
  /** The group takes no more consumers. */
  | { readonly kind: 'full' }
  /** The subsystem is stopped. */
  | { readonly kind: 'stopped' }

export interface ConnectionStatistics {
  readonly userName: string
  readonly connectionName: string
  readonly delivered: number
  readonly deliveredSinceMeasurement: number
  readonly averagePerSecond: number
  readonly freeSlots: number
  readonly inFlight: number
  /** Milliseconds that the latest messages took until they were settled, shortest first. */
  readonly times: readonly number[]
}

/** How many of them are kept. */
const mostTimes = 1000

interface Parts {
  readonly storage: Storage
  readonly environment: Pick<Environment, 'now' | 'report'>
  readonly clock: GroupClock
}

/** All consumers of a store that this process serves. */
export class Consumers {
  readonly #parts: Parts
  readonly #groups = new Map<string, ConnectedGroup>()
  #stopListening: (() => void) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async connect(name: GroupName, consumer: Consumer): Promise<ConnectOutcome> {
    const { storage, clock } = this.#parts
    const key = groupKey(name.stream, name.name)
    const found = await storage.write(async (tx) => {
      if (!(await readDirectory(tx)).running) return 'stopped'
      return (await currentGroup(tx, name.stream, name.name, clock)) ?? 'unknown'
    })
    if (typeof found === 'string') return { kind: found }
    const { maxSubscribers, strategy } = found.configuration
    const group = this.#groups.get(key) ?? new ConnectedGroup(name, strategy, this.#parts)
    if (maxSubscribers > 0 && group.connections.length >= maxSubscribers) return { kind: 'full' }
    this.#groups.set(key, group)
    this.#stopListening ??= storage.onCommit((hint) => this.#onCommit(hint))
    const connection = group.add(consumer)
    return { kind: 'connected', connection: this.#holdOf(group, connection) }
  }

  #holdOf(group: ConnectedGroup, connection: OpenConnection): ConsumerConnection {
    const { storage, clock } = this.#parts
    return {
      acknowledge: async (ids) => {
        connection.settle(ids)
        await storage.write((tx) => acknowledgeMessages(tx, group.name, ids, clock))
        group.wake()
      },
      handBack: async (ids, action, reason) => {
        connection.settle(ids)
        await storage.write(async (tx) => {
          await handBackMessages(tx, group.name, ids, { action, reason }, clock)
          if (action === 'stop') await restartGroup(tx, group.name, clock)
        })
        if (action === 'stop') this.drop(group.name)
        else group.wake()
      },
      close: async () => {
        if (!group.remove(connection)) return
        this.#forgetIfEmpty(group)
        const ids = [...connection.inFlight.keys()]
        if (ids.length > 0) await storage.write((tx) => handBackMessages(tx, group.name, ids, { action: 'retry' }, clock))
        group.wake()
      },
    }
  }

  /** Ends the connections of a group, or of all. */
  drop(name?: GroupName): void {
    for (const group of name ? [this.#groups.get(groupKey(name.stream, name.name))] : [...this.#groups.values()]) {
      if (!group) continue
      const { connections } = group
      group.connections = []
      this.#forgetIfEmpty(group)
      for (const { consumer } of connections) consumer.drop()
    }
  }

  /** Starts a new measurement. */
  statisticsOf({ stream, name }: GroupName): readonly ConnectionStatistics[] {
    return this.#groups.get(groupKey(stream, name))?.connections.map((connection) => connection.measure()) ?? []
  }

  #forgetIfEmpty(group: ConnectedGroup): void {
    if (group.connections.length > 0) return
    this.#groups.delete(groupKey(group.name.stream, group.name.name))
    if (this.#groups.size > 0) return
    this.#stopListening?.()
    this.#stopListening = undefined
  }

  #onCommit({ streams, tables }: CommitHint): void {
    const isAnyGroupChanged = !tables || tables.includes(groupTable.name)
    for (const group of this.#groups.values()) {
      const { stream } = group.name
      const hasGrown = !streams || streams.includes(stream) || (stream === allStream && streams.length > 0)
      if (isAnyGroupChanged || hasGrown) group.wake()
    }
  }
}

class OpenConnection {
  readonly consumer: Consumer
  /** Ids of messages that are not settled, and when they were handed out. */
  readonly inFlight = new Map<string, number>()
  readonly #now: () => number
  #times: number[] = []
  #delivered = 0
  #measured = { at: 0, delivered: 0 }

  constructor(consumer: Consumer, now: () => number) {
    this.consumer = consumer
    this.#now = now
    this.#measured.at = now()
  }

  hasRoom(): boolean {
    return this.inFlight.size < this.consumer.slots
  }

  take(id: string): void {
    this.inFlight.set(id, this.#now())
    this.#delivered += 1
  }

  settle(ids: readonly string[]): void {
    for (const id of ids) {
      const since = this.inFlight.get(id)
      if (since !== undefined) this.#times.push(this.#now() - since)
      this.inFlight.delete(id)
    }
    if (this.#times.length > mostTimes) this.#times = this.#times.slice(-mostTimes)
  }

  /** Forgets what has timed out, or was settled by others. */
  keepOnly(outstanding: ReadonlySet<string>): void {
    for (const id of this.inFlight.keys()) if (!outstanding.has(id)) this.inFlight.delete(id)
  }

  measure(): ConnectionStatistics {
    const now = this.#now()
    const { userName, connectionName, slots } = this.consumer
    const since = this.#delivered - this.#measured.delivered
    const elapsed = now - this.#measured.at
    this.#measured = { at: now, delivered: this.#delivered }
    return {
      userName,
      connectionName,
      delivered: this.#delivered,
      deliveredSinceMeasurement: since,
      averagePerSecond: elapsed > 0 ? Math.floor((1000 * since) / elapsed) : 0,
      freeSlots: Math.max(0, slots - this.inFlight.size),
      inFlight: this.inFlight.size,
      times: this.#times.toSorted((one, other) => one - other),
    }
  }
}

/** A group with consumers. Pushes what they have room for, one transaction after the other. */
class ConnectedGroup {
  readonly name: GroupName
  connections: OpenConnection[] = []
  readonly #strategy: Strategy<OpenConnection>
  readonly #parts: Parts
  #isPushing = false
  #isWoken = false

  constructor(name: GroupName, strategy: string, parts: Parts) {
    this.name = name
    this.#strategy = strategyOf(strategy)
    this.#parts = parts
  }

  add(consumer: Consumer): OpenConnection {
    const connection = new OpenConnection(consumer, this.#parts.environment.now)
    this.connections = [...this.connections, connection]
    // The caller confirms first.
    queueMicrotask(() => this.wake())
    return connection
  }

  /** @returns false if it was dropped before. */
  remove(connection: OpenConnection): boolean {
    const isThere = this.connections.includes(connection)
    this.connections = this.connections.filter((other) => other !== connection)
    return isThere
  }

  wake(): void {
    this.#isWoken = true
    if (!this.#isPushing) void this.#pushAll()
  }

  async #pushAll(): Promise<void> {
    const { storage, environment } = this.#parts
    this.#isPushing = true
    try {
      while (this.#isWoken && this.connections.length > 0) {
        this.#isWoken = false
        const taken: Pushed[] = []
        await storage.write((tx) => this.#takeIn(tx, taken))
        this.#push(taken)
      }
    } catch (error) {
      if (!isStoreError(error, 'storage-closed')) environment.report(error)
    } finally {
      this.#isPushing = false
    }
  }

  async #takeIn(tx: WriteTransaction, taken: Pushed[]): Promise<void> {
    const { clock } = this.#parts
    const group = await currentGroup(tx, this.name.stream, this.name.name, clock)
    if (!group) return
    const outstanding = new Set(group.outstanding.map(({ id }) => id))
    for (const connection of this.connections) connection.keepOnly(outstanding)
    const room = this.connections.reduce((sum, { consumer, inFlight }) => sum + Math.max(0, consumer.slots - inFlight.size), 0)
    if (room === 0) return
    const accept = (message: TakenMessage): boolean => {
      const connection = this.#strategy.choose(this.connections, message.read)
      if (!connection) return false
      connection.take(messageId(message.read))
      taken.push({ connection, message })
      return true
    }
    await deliverIn(tx, group, { most: this.#mostFor(group, room), accept }, clock)
  }

  /** A pinned consumer without room lets messages of others pass. */
  #mostFor({ configuration }: Group, room: number): number {
    return configuration.strategy.startsWith('Pinned') ? Math.max(room, configuration.bufferSize) : room
  }

  #push(taken: readonly Pushed[]): void {
    const byConnection = new Map<OpenConnection, TakenMessage[]>()
    for (const { connection, message } of taken) {
      const messages = byConnection.get(connection) ?? []
      messages.push(message)
      byConnection.set(connection, messages)
    }
    for (const [{ consumer }, messages] of byConnection) consumer.push(messages)
  }
}

interface Pushed {
  readonly connection: OpenConnection
  readonly message: TakenMessage
}
