// The shape of what a built-in query writes for an event: a link, or a reference to a stream.

import { printNumber } from '../../base/events.ts'
import type { QueryEvent, QueryWrite } from '../query.ts'

/** An emission without the index of its event. */
export type Emission = Omit<Extract<QueryWrite, { kind: 'emit' }>, 'event'>

/** @returns undefined where nothing is written; a text is the message of a fault. */
export type NativeHandler = (event: QueryEvent) => Emission | string | undefined

/** @param target `<number>@<stream>`. */
export const link = (stream: string, target: string, metadata: Emission['metadata'] = []): Emission => ({
  kind: 'emit',
  stream,
  type: '$>',
  data: target,
  isJson: false,
  metadata,
})

/** An event that tells a stream's name. */
export const streamReference = (stream: string, referred: string): Emission => ({
  kind: 'emit',
  stream,
  type: '$@',
  data: referred,
  isJson: false,
  metadata: [],
})

/**
 * What a link to the event says. A hollow event has no stream and the number -1.
 *
 * @param stream default: where the event itself stands.
 */
export const targetOf = (event: QueryEvent, stream = event.stream): string => `${printNumber(event.number)}@${stream ?? ''}`
