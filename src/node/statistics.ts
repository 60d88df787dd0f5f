// The node's statistics: real figures for requests and queues, plausible ones for the rest (server-http §5, §11).

import type { NodeFacts } from '../base/release/facts.ts'
import { Double } from '../base/json/value.ts'
import type { NodeState, RequestCounts } from './state.ts'

export type Figure = string | number | Double | null

/** One statistic with its path, in the case of flat names. */
export interface Statistic {
  readonly path: readonly string[]
  readonly value: Figure
  /** Present where the server describes the statistic. */
  readonly description?: Description
}

export interface Description {
  readonly category: string | null
  readonly title: string
}

/** @param now milliseconds since 1970. */
export const takeStatistics = (node: NodeState, now: number, { hasNewerStatistics: isNewer }: NodeFacts): Statistic[] => [
  ...processStatistics(node, now),
  ...systemStatistics(isNewer),
  ...storeStatistics(node, now, isNewer),
]

const under = (path: readonly string[], figures: Readonly<Record<string, Figure>>): Statistic[] =>
  Object.entries(figures).map(([name, value]) => ({ path: [...path, name], value }))

/** Unknown figures are -1, as on a server before its first measurement. */
function processStatistics({ started }: NodeState, now: number): Statistic[] {
  const process = (name: string, value: Figure, title: string): Statistic => ({
    path: ['proc', name],
    value,
    description: { category: 'Process', title },
  })
  return [
    ...under(['proc'], { startTime: new Date(started).toISOString(), id: 1 }),
    process('mem', 0, 'Process Virtual Memory'),
    process('cpu', new Double(-1), 'Process Cpu Usage'),
    ...under(['proc'], { threadsCount: -1, contentionsRate: new Double(-1), thrownExceptionsRate: new Double(-1) }),
    ...under(['proc', 'gc'], {
      allocationSpeed: new Double(-1),
      fragmentation: new Double(-1),
      gen0ItemsCount: -1,
      gen0Size: -1,
      gen1ItemsCount: -1,
      gen1Size: -1,
      gen2ItemsCount: -1,
      gen2Size: -1,
      largeHeapSize: -1,
      timeInGc: new Double(-1),
      totalBytesInHeaps: -1000000,
    }),
    ...under(['proc', 'diskIo'], { readBytes: 0, writtenBytes: 0, readOps: 0, writeOps: 0 }),
    ...under(['proc', 'tcp'], {
      connections: 0,
      receivingSpeed: new Double(0),
      sendingSpeed: new Double(0),
      inSend: 0,
      measureTime: printSpan(now - started),
      pendingReceived: 0,
      pendingSend: 0,
      receivedBytesSinceLastRun: 0,
      receivedBytesTotal: 0,
      sentBytesSinceLastRun: 0,
      sentBytesTotal: 0,
    }),
  ]
}

const systemStatistics = (isNewer: boolean): Statistic[] => [
  ...(isNewer ? under(['sys'], { cpu: new Double(0) }) : []),
  ...under(['sys', 'loadavg'], { '1m': new Double(0), '5m': new Double(0), '15m': new Double(0) }),
  ...under(['sys'], { freeMem: 0, totalMem: 0 }),
  ...(isNewer ? under(['sys', 'drive', 'unknown'], { availableBytes: 0, totalBytes: 0, usage: '0%', usedBytes: 0 }) : []),
]

function storeStatistics(node: NodeState, now: number, isNewer: boolean): Statistic[] {
  const cache = (name: string, figures: Readonly<Record<string, Figure>> = {}) =>
    under(['es', 'cache', 'streamInfo', ...(name ? [name] : [])], {
      name: name || 'streamInfo',
      count: 0,
      ...(isNewer ? { sizeEntries: 0, capacityEntries: 0 } : { sizeBytes: 0, capacityBytes: 0 }),
      utilizationPercent: new Double(0),
      ...figures,
    })
  return [
    ...under(['es'], { checksum: 0, checksumNonFlushed: 0 }),
    ...queues(node, isNewer).flatMap((queue) => under(['es', 'queue', queue.name], queueFigures(queue, now - node.started))),
    ...cache('lastEventNumber'),
    ...cache('metadata'),
    ...cache(''),
    ...writerStatistics(),
    ...under(['es', 'readIndex'], {
      cachedRecord: 0,
      notCachedRecord: node.handled.reads,
      cachedStreamInfo: 0,
      notCachedStreamInfo: node.handled.reads,
      cachedTransInfo: 0,
      notCachedTransInfo: 0,
    }),
  ]
}

function writerStatistics(): Statistic[] {
  const writer = (name: string, value: Figure, title: string): Statistic => ({
    path: ['es', 'writer', name],
    value,
    description: { category: null, title: `Writer ${title}` },
  })
  return [
    writer('lastFlushSize', 0, 'Last Flush Size'),
    writer('lastFlushDelayMs', new Double(0), 'Last Flush Delay, ms'),
    writer('meanFlushSize', 0, 'Mean Flush Size'),
    writer('meanFlushDelayMs', new Double(0), 'Mean Flush Delay, ms'),
    writer('maxFlushSize', 0, 'Max Flush Size'),
    writer('maxFlushDelayMs', new Double(0), 'Max Flush Delay, ms'),
    writer('queuedFlushMessages', 0, 'Flush Queue Size'),
  ]
}

/** The throughput of a queue. */
interface Throughput {
  readonly processed: number
  readonly perSecond: number
}

const none: Throughput = { processed: 0, perSecond: 0 }

interface Queue extends Throughput {
  readonly name: string
  /** The administration pages show a group in one row. */
  readonly group: string
  readonly lastMessage: string
}

const idle = '<none>'

/** The queues of a default node, in order. */
function queues(node: NodeState, isNewer: boolean): Queue[] {
  const rates = node.perSecond()
  const of = (kind: keyof RequestCounts): Throughput => ({ processed: node.handled[kind], perSecond: rates[kind] })
  const queue = (name: string, { processed, perSecond }: Throughput = none, message = idle, group = ''): Queue => ({
    name,
    group,
    processed,
    perSecond,
    lastMessage: processed > 0 ? message : idle,
  })
  const grouped = (group: string, names: readonly string[], { processed, perSecond }: Throughput = none, message = idle) =>
    names.map((name, index) => {
      const part = (total: number) => share(total, names.length, index)
      return queue(name, { processed: part(processed), perSecond: part(perSecond) }, message, group)
    })
  const numbered = (group: string, first: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${group} #${first + index}`)
  return [
    queue('Index Committer', of('writes'), 'CommitChased'),
    queue('MainQueue', of('requests'), 'HttpSend'),
    queue('MonitoringQueue'),
    queue('PersistentSubscriptions'),
    ...grouped(
      'Projection Core',
      numbered('Projection Core', 0, 3).flatMap((name) => (isNewer ? [name, `${name} output`] : [name])),
    ),
    queue('Projections Leader'),
    queue('Redaction'),
    queue('Storage Chaser', of('writes'), 'ChaserRecord'),
    ...(isNewer
      ? [queue('StorageReaderQueue', of('reads'), 'ReadStreamEvents')]
      : grouped('StorageReaderQueue', numbered('StorageReaderQueue', 1, 4), of('reads'), 'ReadStreamEvents')),
    queue('StorageWriterQueue', of('writes'), 'WritePrepares'),
    queue('Subscriptions', of('writes'), 'EventCommitted'),
    ...(isNewer ? [queue('ThreadPool', of('requests'), 'IncomingHttpRequest')] : []),
    queue('Timer'),
    ...(isNewer ? [] : grouped('Workers', numbered('Worker', 1, 5), of('requests'), 'IncomingHttpRequest')),
  ]
}

/** Splits a total into parts that differ by one at most. */
const share = (total: number, parts: number, index: number): number => Math.floor((total + parts - 1 - index) / parts)

const queueFigures = ({ name, group, processed, perSecond, lastMessage }: Queue, age: number): Record<string, Figure> => ({
  queueName: name,
  groupName: group,
  avgItemsPerSecond: perSecond,
  avgProcessingTime: new Double(0),
  currentIdleTime: `0:${printSpan(age)}`,
  currentItemProcessingTime: null,
  idleTimePercent: new Double(100),
  length: 0,
  lengthCurrentTryPeak: 0,
  lengthLifetimePeak: Math.min(processed, 1),
  totalItemsProcessed: processed,
  inProgressMessage: idle,
  lastProcessedMessage: lastMessage,
})

/** `hh:mm:ss.fffffff` */
function printSpan(milliseconds: number): string {
  const [hours, minutes, seconds] = [3_600_000, 60_000, 1000].map((unit) => Math.floor(milliseconds / unit))
  const two = (value: number) => String(value).padStart(2, '0')
  const fraction = String(Math.floor(milliseconds % 1000) * 10_000).padStart(7, '0')
  return `${two(hours!)}:${two(minutes! % 60)}:${two(seconds! % 60)}.${fraction}`
}
