// Makes the messages of a read that are no events.

import type { MessageInit } from '../messages/shapes.ts'
import { encode } from '../messages/codec.ts'
import { frame } from '../wire/frames.ts'
import { positionOf, streamIdentifier, timestampOf } from '../wire/names.ts'

type Content = NonNullable<MessageInit<'streams.ReadResp'>['content']>

const framed = (content: Content): Uint8Array => frame(encode('streams.ReadResp', { content }))

export const streamNotFound = (stream: string): Uint8Array =>
  framed({ case: 'streamNotFound', value: { streamIdentifier: streamIdentifier(stream) } })

export const firstPosition = (number: bigint): Uint8Array => framed({ case: 'firstStreamPosition', value: number })
export const lastPosition = (number: bigint): Uint8Array => framed({ case: 'lastStreamPosition', value: number })

export const confirmation = (subscriptionId: string): Uint8Array => framed({ case: 'confirmation', value: { subscriptionId } })

/** @param now milliseconds since 1970. */
export const checkpoint = (position: number, now: number): Uint8Array =>
  framed({ case: 'checkpoint', value: { ...positionOf(position), timestamp: timestampOf(now) } })

/** @param place of the last event that was handed out or asked for; undefined before the first one. */
export function caughtUp(place: { readonly number: number } | { readonly position: number } | undefined, now: number): Uint8Array {
  const reached = place && ('number' in place ? { streamRevision: BigInt(place.number) } : { position: positionOf(place.position) })
  return framed({ case: 'caughtUp', value: { timestamp: timestampOf(now), ...reached } })
}
