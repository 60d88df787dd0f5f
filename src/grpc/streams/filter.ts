// Reads the filter of a read of `$all`, and how often a filtered subscription tells its place (grpc §7, §8).

import { fromDotNet } from '../../streams/read/dotnet-regex.ts'
import type { LogFilter } from '../../streams/streams.ts'
import { CallRefused } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import { handlerFailed, invalid, notChosen } from '../status.ts'

type FilterOptions = Extract<NonNullable<MessageOf<'streams.ReadReq'>['options']>['filterOption'], { readonly case: 'filter' }>['value']

export interface ReadFilter {
  readonly filter: LogFilter
  /** After how many considered records a subscription tells its place. */
  readonly checkpointInterval: number
}

/** The server's window where the request only asks for a count. */
const usualWindow = 32

/** @throws CallRefused where the filter is none. */
export function readFilter({ filter, window, checkpointIntervalMultiplier }: FilterOptions, isSubscription: boolean): ReadFilter {
  if (window.case === undefined) throw new CallRefused(notChosen('WindowOneofCase'))
  // A counted read tells no places, and clients of .NET ask it for none.
  if (isSubscription && checkpointIntervalMultiplier === 0) throw new CallRefused(handlerFailed)
  if (window.case === 'max' && window.value === 0) throw new CallRefused(invalid('The window of a filter has at least one record.'))
  if (filter.case === undefined) throw new CallRefused(notChosen('FilterOneofCase'))
  const size = window.case === 'max' ? window.value : usualWindow
  return { filter: filterOf(filter), checkpointInterval: size * checkpointIntervalMultiplier }
}

/** A regular expression wins over prefixes; without either nothing passes. */
export function filterOf(filter: {
  readonly case: 'streamIdentifier' | 'eventType'
  readonly value: MessageOf<'FilterExpression'>
}): LogFilter {
  const of = filter.case === 'eventType' ? 'type' : 'stream'
  const { regex, prefix } = filter.value
  if (regex === '') return prefix.length === 0 ? { kind: 'regex', of, pattern: nothing } : { kind: 'prefix', of, prefixes: prefix }
  const pattern = fromDotNet(regex)
  if (!pattern) throw new CallRefused(handlerFailed)
  return { kind: 'regex', of, pattern }
}

const nothing = /(?!)/
