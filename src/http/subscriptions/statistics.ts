// Converts statistics of groups into summaries and details, in JSON and XML (server-http §10.9).

import { printNumber } from '../../base/events/events.ts'
import type { SubscriptionFacts } from '../../base/release/facts.ts'
import type { JsonDocument } from '../../base/json/value.ts'
import { Double } from '../../base/json/value.ts'
import type { GroupConfiguration, GroupStatistics } from '../../subscriptions/subscriptions.ts'
import type { Exchange } from '../exchange.ts'
import { escapeName } from '../pipeline/reply/escape.ts'
import type { Representations } from '../pipeline/reply/representations.ts'
import type { XmlElement } from '../xml/object-xml.ts'
import { memberElements, objectXml } from '../xml/object-xml.ts'

interface Link {
  readonly href: string
  readonly rel: string
}

type Value = string | number | bigint | boolean | null | Double

/** Members in the server's order, under their names in JSON. */
type MemberList = readonly (readonly [name: string, value: Value | readonly Link[] | MemberTree])[]
interface MemberTree {
  readonly members: MemberList
}

type Shown = Pick<Exchange, 'base' | 'facts'>

export const summaryJson = (groups: readonly GroupStatistics[], { base }: Shown): JsonDocument[] =>
  groups.map((group) => toJson(summary(group, base)))

export const summaryElements = (groups: readonly GroupStatistics[], { base, facts }: Shown): XmlElement[] =>
  groups.map((group) => ({ name: 'SubscriptionSummary', content: toElements(summary(group, base), facts.subscriptions) }))

/** The list of groups, of all streams or of one. */
export const summaries = (groups: readonly GroupStatistics[], exchange: Shown): Representations => ({
  json: summaryJson(groups, exchange),
  xml: objectXml({ name: 'ArrayOfSubscriptionSummary', content: summaryElements(groups, exchange) }),
})

/** The details of one group. */
export const details = (group: GroupStatistics, { base, facts }: Shown): Representations => {
  const members = detailMembers(group, base)
  return { json: toJson(members), xml: objectXml({ name: 'SubscriptionInfo', content: toElements(members, facts.subscriptions) }) }
}

function summary(group: GroupStatistics, base: string): MemberList {
  const url = groupUrl(group, base)
  return [
    ['links', [{ href: `${url}/info`, rel: 'detail' }]],
    ['eventStreamId', group.stream],
    ['groupName', group.name],
    ['parkedMessageUri', parkedUrl(group, base)],
    ['getMessagesUri', `${url}/1`],
    ['status', group.status],
    ['averageItemsPerSecond', new Double(group.averagePerSecond)],
    ['totalItemsProcessed', group.delivered],
    ...positions(group),
    ['connectionCount', 0],
    ['totalInFlightMessages', 0],
  ]
}

function detailMembers(group: GroupStatistics, base: string): MemberList {
  const url = groupUrl(group, base)
  return [
    [
      'links',
      [
        { href: `${url}/info`, rel: 'detail' },
        { href: `${url}/replayParked`, rel: 'replayParked' },
      ],
    ],
    ['config', { members: configurationMembers(group.configuration) }],
    ['eventStreamId', group.stream],
    ['groupName', group.name],
    ['status', group.status],
    ['averageItemsPerSecond', new Double(group.averagePerSecond)],
    ['parkedMessageUri', parkedUrl(group, base)],
    ['getMessagesUri', `${url}/1`],
    ['totalItemsProcessed', group.delivered],
    ['countSinceLastMeasurement', group.deliveredSinceMeasurement],
    ...positions(group),
    ['readBufferCount', group.waiting],
    ['liveBufferCount', group.remembered],
    ['retryBufferCount', group.retries],
    // Counts connections only, and HTTP consumers have none.
    ['totalInFlightMessages', 0],
    ['outstandingMessagesCount', group.outstanding],
    ['connections', []],
    ['parkedMessageCount', group.parked],
  ]
}

const positions = ({ checkpoint, lastKnown }: GroupStatistics): MemberList => [
  ['lastProcessedEventNumber', numberOf(checkpoint)],
  ['lastCheckpointedEventPosition', positionOf(checkpoint)],
  ['lastKnownEventNumber', numberOf(lastKnown)],
  ['lastKnownEventPosition', positionOf(lastKnown)],
]

const numberOf = (number: number | undefined): bigint => (number === undefined ? 0n : BigInt(printNumber(number)))

const positionOf = (number: number | undefined): string | null => (number === undefined ? null : printNumber(number))

const configurationMembers = (of: GroupConfiguration): MemberList => [
  ['resolveLinktos', of.resolveLinks],
  ['startFrom', of.startFrom],
  ['startPosition', of.startFrom.toString()],
  ['messageTimeoutMilliseconds', of.messageTimeout],
  ['extraStatistics', of.extraStatistics],
  ['maxRetryCount', of.maxRetries],
  ['liveBufferSize', of.liveBufferSize],
  ['bufferSize', of.bufferSize],
  ['readBatchSize', of.readBatchSize],
  ['preferRoundRobin', of.strategy === 'RoundRobin'],
  ['checkPointAfterMilliseconds', of.checkpointAfter === 0 ? endlessTime : of.checkpointAfter],
  ['minCheckPointCount', of.minCheckpointCount],
  ['maxCheckPointCount', of.maxCheckpointCount],
  ['maxSubscriberCount', of.maxSubscribers],
  ['namedConsumerStrategy', of.strategy],
]

/** The server's longest time span after an overflow of 32 bits: no checkpoints by time. */
const endlessTime = -2147483648

const groupUrl = ({ stream, name }: GroupStatistics, base: string): string =>
  `${base}/subscriptions/${escapeName(stream)}/${escapeName(name)}`

/** The colons between the names stay as they are (server-http §2.8). */
const parkedUrl = ({ stream, name }: GroupStatistics, base: string): string =>
  `${base}/streams/%24persistentsubscription-${escapeName(stream)}::${escapeName(name)}-parked`

const isTree = (value: MemberList[number][1]): value is MemberTree => typeof value === 'object' && value !== null && 'members' in value

const toJson = (members: MemberList): JsonDocument =>
  Object.fromEntries(members.map(([name, value]) => [name, isTree(value) ? toJson(value.members) : (value as JsonDocument)]))

/** Members that positions have replaced; in older releases they have no XML form. */
const replaced: readonly string[] = ['startFrom', 'lastProcessedEventNumber', 'lastKnownEventNumber']

const toElements = (members: MemberList, facts: SubscriptionFacts): XmlElement[] =>
  members.flatMap(([name, value]) =>
    replaced.includes(name) && !facts.printsNumbersInXml ? [] : toElement(name.charAt(0).toUpperCase() + name.slice(1), value, facts),
  )

function toElement(name: string, value: MemberList[number][1], facts: SubscriptionFacts): XmlElement[] {
  if (isTree(value)) return [{ name, content: toElements(value.members, facts) }]
  if (isLinks(value)) return [{ name, content: value.map(linkElement) }]
  return memberElements({ [name]: value instanceof Double ? value.value : typeof value === 'bigint' ? String(value) : value })
}

const isLinks = (value: Value | readonly Link[]): value is readonly Link[] => Array.isArray(value)

export const linkElement = ({ href, rel }: Link): XmlElement => ({
  name: 'RelLink',
  content: [{ name: 'link', attributes: { href, rel } }],
})
