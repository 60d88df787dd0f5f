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
    connections: connections.map(connectionOf),
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

const connectionOf = (connection: ConnectionStatistics): MessageInit<'groups.ConnectionInfo'> => ({
  username: connection.userName,
  averageItemsPerSecond: connection.averagePerSecond,
  totalItems: BigInt(connection.delivered),
  countSinceLastMeasurement: BigInt(connection.deliveredSinceMeasurement),
  availableSlots: connection.freeSlots,
  inFlightMessages: connection.inFlight,
  connectionName: connection.connectionName,
})
