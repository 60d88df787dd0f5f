// Reads what a request of the method Read asks for: the stream, the place, the direction, the number and the filter (grpc §7, §8).

import type { LogPosition } from '../../streams/streams.ts'
import { CallRefused } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import type { GrpcStatus } from '../status.ts'
import { failed, invalid, notChosen } from '../status.ts'
import type { EventFormat } from '../wire/event-frames.ts'
import { none } from '../wire/names.ts'
import type { ReadFilter } from './filter.ts'

/** Where a read begins. */
export type Start<Place> = { readonly kind: 'start' } | { readonly kind: 'end' } | { readonly kind: 'at'; readonly place: Place }

interface Common {
  readonly format: EventFormat
  readonly resolveLinks: boolean
  /** Undefined for a subscription. */
  readonly count: bigint | undefined
  readonly direction: 'forward' | 'backward'
}

export interface StreamRead extends Common {
  readonly stream: string
  readonly from: Start<bigint>
  /** Whether the answer names the first and the last number. */
  readonly withBounds: boolean
}

export interface AllRead extends Common {
  readonly from: Start<LogPosition>
  readonly filter: ReadFilter | undefined
}

export type ReadReqOptions = NonNullable<MessageOf<'streams.ReadReq'>['options']>

export function readCommon({ uuidOption, resolveLinks, countOption, readDirection }: ReadReqOptions): Common {
  if (uuidOption?.content.case === undefined) throw new CallRefused(notChosen('ContentOneofCase'))
  return {
    format: { structuredIds: uuidOption.content.case === 'structured' },
    resolveLinks,
    count: countOption.case === 'count' ? countOption.value : undefined,
    direction: readDirection === 1 ? 'backward' : 'forward',
  }
}

/** Filters are for `$all`, and subscriptions go forwards. */
export function combinationProblem({ streamOption, countOption, readDirection, filterOption }: ReadReqOptions): GrpcStatus | undefined {
  const isValid =
    countOption.case !== undefined &&
    (readDirection === 0 || readDirection === 1) &&
    filterOption.case !== undefined &&
    !(streamOption.case === 'stream' && filterOption.case === 'filter') &&
    !(countOption.case === 'subscription' && readDirection === 1)
  if (isValid) return undefined
  const names = [
    streamOption.case === 'stream' ? 'Stream' : 'All',
    countOption.case === 'count' ? 'Count' : countOption.case === 'subscription' ? 'Subscription' : 'None',
    readDirection === 1 ? 'Backwards' : 'Forwards',
    filterOption.case === 'filter' ? 'Filter' : filterOption.case === 'noFilter' ? 'NoFilter' : 'None',
  ]
  return invalid(`The combination of (${names.join(', ')}) is invalid.`)
}

type RevisionOption = Extract<ReadReqOptions['streamOption'], { readonly case: 'stream' }>['value']['revisionOption']
type AllOption = Extract<ReadReqOptions['streamOption'], { readonly case: 'all' }>['value']['allOption']

export function streamStart(option: RevisionOption): Start<bigint> {
  if (option.case === undefined) throw new CallRefused(notChosen('RevisionOptionOneofCase'))
  return option.case === 'revision' ? { kind: 'at', place: option.value } : { kind: option.case }
}

export function logStart(option: AllOption): Start<LogPosition> {
  if (option.case === undefined) throw new CallRefused(notChosen('AllOptionOneofCase'))
  if (option.case !== 'position') return { kind: option.case }
  const { commitPosition: commit, preparePosition: prepare } = option.value
  return commit === none && prepare === none ? { kind: 'end' } : { kind: 'at', place: { commit, prepare } }
}

/** The server's answer to reads that make no sense. */
export const readFailed = failed('Unexpected ReadStreamResult: Error')
