// Describes groups and their connections (grpc §12).

import { printNumber } from '../../base/events/events.ts'
import { allStream } from '../../streams/system.ts'
import type { ConnectionStatistics, GroupStatistics } from '../../subscriptions/subscriptions.ts'
import { printPlace } from '../../subscriptions/stored/checkpoint-stream.ts'
import type { MessageInit } from '../messages/shapes.ts'

export function infoOf(group: GroupStatistics, connections: readonly ConnectionStatistics[]): MessageInit<'groups.Info'> {
  const { stream, configuration: of } = group
  const place = (number: number | undefined): string =>
    number === undefined ? '' : stream === allStream ? printPlace(number) : printNumber(number)
  return {
    eventSource: stream,
    groupName: group.name,
    status: group.status,
    connections: connections.map((connection) => connectionOf(connection, of.extraStatistics)),
    averagePerSecond: group.averagePerSecond,
    totalItems: BigInt(group.delivered),
    countSinceLastMeasurement: BigInt(group.deliveredSinceMeasurement),
    lastCheckpointedEventPosition: place(group.checkpoint),
    lastKnownEventPosition: place(group.lastKnown),
    resolveLinkTos: of.resolveLinks,
    startFrom: stream === allStream ? printPlace(of.startFrom) : String(of.startFrom),
    messageTimeoutMilliseconds: of.messageTimeout,
    extraStatistics: of.extraStatistics,
    maxRetryCount: of.maxRetries,
    liveBufferSize: of.liveBufferSize,
    bufferSize: of.bufferSize,
    readBatchSize: of.readBatchSize,
    checkPointAfterMilliseconds: of.checkpointAfter,
    minCheckPointCount: of.minCheckpointCount,
    maxCheckPointCount: of.maxCheckpointCount,
    readBufferCount: group.waiting,
    liveBufferCount: BigInt(group.remembered),
    retryBufferCount: group.retries,
    totalInFlightMessages: connections.reduce((sum, { inFlight }) => sum + inFlight, 0),
    outstandingMessagesCount: group.outstanding,
    namedConsumerStrategy: of.strategy,
    maxSubscriberCount: of.maxSubscribers,
    parkedMessageCount: BigInt(group.parked),
  }
}

const connectionOf = (connection: ConnectionStatistics, measured: boolean): MessageInit<'groups.ConnectionInfo'> => ({
  username: connection.userName,
  averageItemsPerSecond: connection.averagePerSecond,
  totalItems: BigInt(connection.delivered),
  countSinceLastMeasurement: BigInt(connection.deliveredSinceMeasurement),
  availableSlots: connection.freeSlots,
  inFlightMessages: connection.inFlight,
  connectionName: connection.connectionName,
  observedMeasurements: measured ? measurementsOf(connection.times) : [],
})

/** The names of measurements, and the share of the messages that took no longer. */
const shares: readonly (readonly [string, number])[] = [
  ['Median', 0.5],
  ['Fastest', 0],
  ['Quintile 1', 0.2],
  ['Quintile 2', 0.4],
  ['Quintile 3', 0.6],
  ['Quintile 4', 0.8],
  ['Quintile 5', 1],
  ['90%', 0.9],
  ['95%', 0.95],
  ['99%', 0.99],
  ['99.5%', 0.995],
  ['99.9%', 0.999],
  ['Highest', 1],
]

/** @param times in milliseconds, shortest first. */
function measurementsOf(times: readonly number[]): MessageInit<'groups.Measurement'>[] {
  const mean = times.length === 0 ? 0 : times.reduce((sum, time) => sum + time, 0) / times.length
  const at = (share: number): number => times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0
  return [['Mean', mean] as const, ...shares.map(([key, share]) => [key, at(share)] as const)].map(([key, value]) => ({
    key,
    value: BigInt(Math.round(value)),
  }))
}
