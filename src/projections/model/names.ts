// Names of a projection's streams (projections-http §11) and of the event types in them.

/** Registration of all projections that are not transient. */
export const registrationStream = '$projections-$all'

export const eventTypes = {
  initialized: '$ProjectionsInitialized',
  created: '$ProjectionCreated',
  deleted: '$ProjectionDeleted',
  updated: '$ProjectionUpdated',
  checkpoint: '$ProjectionCheckpoint',
  partitionCheckpoint: '$Checkpoint',
  partition: '$partition',
  tracked: '$StreamTracked',
  result: 'Result',
  resultRemoved: 'ResultRemoved',
  endOfResults: '$Eof',
  checkpointV2: '$ProjectionCheckpoint.V2',
  stateV2: '$ProjectionState.V2',
} as const

export const definitionStream = (name: string): string => `$projections-${name}`
export const checkpointStream = (name: string): string => `$projections-${name}-checkpoint`
export const partitionCheckpointStream = (name: string, partition: string): string => `$projections-${name}-${partition}-checkpoint`
/** The states of a projection in Engine V2. @param partition empty for the root. */
export const stateStream = (name: string, partition: string): string =>
  partition === '' ? `$projections-${name}-state` : `$projections-${name}-${partition}-state`
export const catalogueStream = (name: string): string => `$projections-${name}-partitions`
export const orderStream = (name: string): string => `$projections-${name}-order`
export const trackingStream = (name: string): string => `$projections-${name}-emittedstreams`
export const trackingCheckpointStream = (name: string): string => `$projections-${name}-emittedstreams-checkpoint`

/** @param given the name that the query sets, if any. */
export const resultStream = (name: string, given: string | null): string => given ?? `$projections-${name}-result`

export type FormattedName = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'malformed'; readonly message: string }

/**
 * The stream for the results of one partition. The pattern is a .NET format string: `{0}` is the partition, and doubled braces stand
 * for single ones (projection-language §12.3). The usual pattern contains the projection's name, braces included.
 *
 * @param pattern the one that the query sets, if any.
 */
export function partitionResultStream(name: string, pattern: string | null, partition: string): FormattedName {
  const format = pattern ?? `$projections-${name}-{0}-result`
  let malformed: string | undefined
  const text = format.replace(/\{\{|\}\}|\{\s*(\d+)\s*\}|[{}]/g, (found, index: string | undefined) => {
    if (found === '{{') return '{'
    if (found === '}}') return '}'
    if (index !== undefined && Number(index) === 0) return partition
    malformed ??= index === undefined ? badFormat : badIndex
    return ''
  })
  return malformed === undefined ? { kind: 'name', name: text } : { kind: 'malformed', message: malformed }
}

const badFormat = 'Input string was not in a correct format.'
const badIndex = 'Index (zero based) must be greater than or equal to zero and less than the size of the argument list.'
