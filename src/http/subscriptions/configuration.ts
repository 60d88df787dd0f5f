// Parses the configuration of a group from a request body, or refuses it (server-http §10.2).

import type { GroupConfiguration } from '../../subscriptions/subscriptions.ts'
import { defaultConfiguration, sizeProblem } from '../../subscriptions/subscriptions.ts'
import type { Exchange, Reply } from '../exchange.ts'
import type { BodyMembers } from '../pipeline/request/body-members.ts'
import { readBodyMembers, UnusableBody } from '../pipeline/request/body-members.ts'
import { readInt64 } from '../pipeline/request/numbers.ts'
import { badRequest } from '../pipeline/reply/replies.ts'
import { xmlReader } from '../xml/late-reader.ts'
import type { XmlNode } from '../xml/tree.ts'
import { isElement } from '../xml/tree.ts'

export type ParsedConfiguration =
  { readonly kind: 'configuration'; readonly configuration: GroupConfiguration } | { readonly kind: 'refused'; readonly reply: Reply }

const fieldNames = [
  'resolveLinktos',
  'startFrom',
  'messageTimeoutMilliseconds',
  'extraStatistics',
  'maxRetryCount',
  'liveBufferSize',
  'bufferSize',
  'readBatchSize',
  'checkPointAfterMilliseconds',
  'minCheckPointCount',
  'maxCheckPointCount',
  'maxSubscriberCount',
  'startPosition',
  'preferRoundRobin',
  'namedConsumerStrategy',
] as const
type FieldName = (typeof fieldNames)[number]

/** The fields of a body. Each method returns undefined for a missing field, and throws `UnusableBody` for a value without a conversion. */
type Fields = Pick<BodyMembers<FieldName>, 'text' | 'integer' | 'long' | 'flag'>

const none = (): undefined => undefined
const noFields: Fields = { text: none, integer: none, long: none, flag: none }

/** An unusable body counts as an empty one. */
export async function parseConfiguration(exchange: Exchange): Promise<ParsedConfiguration> {
  const converted = await convertBody(exchange.requestType, await exchange.body())
  const problem = sizeProblem(converted.configuration)
  if (problem !== undefined) return { kind: 'refused', reply: badRequest(problem) }
  if (converted.startPosition === undefined) return { kind: 'configuration', configuration: converted.configuration }
  // The server ends such an exchange with an empty 200, without effect.
  const startFrom = readInt64(converted.startPosition)
  if (startFrom === undefined)
    return { kind: 'refused', reply: badRequest(`startPosition '${converted.startPosition}' must be an integer`) }
  return { kind: 'configuration', configuration: { ...converted.configuration, startFrom } }
}

async function convertBody(type: string, body: Uint8Array): Promise<Converted> {
  try {
    return convert(type === 'text/xml' ? await xmlFields(body) : await readBodyMembers(body, fieldNames))
  } catch (error) {
    if (error instanceof UnusableBody) return convert(noFields)
    throw error
  }
}

interface Converted {
  readonly configuration: GroupConfiguration
  /** The start as text; wins over the number. */
  readonly startPosition: string | undefined
}

function convert(fields: Fields): Converted {
  const standard = defaultConfiguration
  const configuration: GroupConfiguration = {
    resolveLinks: fields.flag('resolveLinktos') ?? standard.resolveLinks,
    startFrom: fields.long('startFrom') ?? standard.startFrom,
    messageTimeout: fields.integer('messageTimeoutMilliseconds') ?? standard.messageTimeout,
    extraStatistics: fields.flag('extraStatistics') ?? standard.extraStatistics,
    maxRetries: fields.integer('maxRetryCount') ?? standard.maxRetries,
    liveBufferSize: fields.integer('liveBufferSize') ?? standard.liveBufferSize,
    bufferSize: fields.integer('bufferSize') ?? standard.bufferSize,
    readBatchSize: fields.integer('readBatchSize') ?? standard.readBatchSize,
    checkpointAfter: fields.integer('checkPointAfterMilliseconds') ?? standard.checkpointAfter,
    minCheckpointCount: fields.integer('minCheckPointCount') ?? standard.minCheckpointCount,
    maxCheckpointCount: fields.integer('maxCheckPointCount') ?? standard.maxCheckpointCount,
    maxSubscribers: fields.integer('maxSubscriberCount') ?? standard.maxSubscribers,
    strategy: strategyFrom(fields),
  }
  return { configuration, startPosition: fields.text('startPosition') }
}

/** Old clients choose between two strategies by a flag, which counts only where the name is empty. */
function strategyFrom(fields: Fields): string {
  const preferRoundRobin = fields.flag('preferRoundRobin') ?? false
  const name = fields.text('namedConsumerStrategy') ?? defaultConfiguration.strategy
  return name === '' ? (preferRoundRobin ? 'RoundRobin' : 'DispatchToSingle') : name
}

/** @throws UnusableBody for a body that is no XML, or has another root. */
async function xmlFields(body: Uint8Array): Promise<Fields> {
  const { readXml } = await xmlReader()
  const read = await readXml(new TextDecoder().decode(body))
  const root = read.kind === 'elements' && read.roots.length === 1 ? read.roots[0] : undefined
  if (root?.name !== 'SubscriptionConfigData') throw new UnusableBody('The body is no SubscriptionConfigData.')
  const texts = new Map<string, string>()
  for (const child of root.children.filter(isElement)) texts.set(child.name, textIn(child.children))
  const text = (name: string): string | undefined => texts.get(name.charAt(0).toUpperCase() + name.slice(1))
  return {
    text,
    integer: (name) => convertText(text(name), (value) => toInteger(value)),
    // The server's XML reader skips the only field of this size, which is obsolete.
    long: none,
    flag: (name) => convertText(text(name), (value) => flags[value]),
  }
}

const textIn = (nodes: readonly XmlNode[]): string =>
  nodes.map((node) => (node.kind === 'text' || node.kind === 'cdata' ? node.text : '')).join('')

function convertText<T>(text: string | undefined, to: (text: string) => T | undefined): T | undefined {
  if (text === undefined) return undefined
  const converted = to(text.trim())
  if (converted === undefined) throw new UnusableBody(`"${text}" cannot be used.`)
  return converted
}

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false }

function toInteger(text: string): number | undefined {
  const value = readInt64(text)
  return value === undefined || BigInt.asIntN(32, value) !== value ? undefined : Number(value)
}
