// The writes of a built-in query: a link, or a reference to a stream.

import { printNumber } from '../../base/events.ts'
import type { QueryEvent, QueryWrite } from '../query.ts'

/** An emission without the index of its event. */
export type Emission = Omit<Extract<QueryWrite, { kind: 'emit' }>, 'event'>

/** @returns undefined where nothing is written; the message of a fault as a text. */
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

/** An event whose data are a stream's name. */
export const streamReference = (stream: string, referred: string): Emission => ({
  kind: 'emit',
  stream,
  type: '$@',
  data: referred,
  isJson: false,
  metadata: [],
})

/**
 * The data of a link to the event. A hollow event has no stream and the number -1.
 *
 * @param stream Default: the event's own stream.
 */
export const targetOf = (event: QueryEvent, stream = event.stream): string => `${printNumber(event.number)}@${stream ?? ''}`
