// Reads the names of streams, and writes positions and numbers as messages hold them (grpc §2).

import type { MessageInit, MessageOf } from '../messages/shapes.ts'
import { CallRefused } from '../call.ts'
import { accessDenied, handlerFailed } from '../status.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** @throws CallRefused if there is none: nobody may use a stream without a name. */
export function streamName(identifier: MessageOf<'StreamIdentifier'> | undefined): string {
  if (!identifier) throw new CallRefused(handlerFailed)
  const name = decoder.decode(identifier.streamName)
  if (name === '') throw new CallRefused(accessDenied)
  return name
}

export const streamIdentifier = (name: string): MessageInit<'StreamIdentifier'> => ({ streamName: encoder.encode(name) })

/** Both halves are equal for events. */
export const positionOf = (position: number): MessageInit<'Position'> => ({
  commitPosition: BigInt(position),
  preparePosition: BigInt(position),
})

/** Stands for the end in positions and for "none" in revisions: 2^64 - 1. */
export const none = 2n ** 64n - 1n

/** The moment as messages hold it. @param milliseconds since 1970. */
export const timestampOf = (milliseconds: number): MessageInit<'Timestamp'> => ({
  seconds: BigInt(Math.floor(milliseconds / 1000)),
  nanos: Math.floor(milliseconds % 1000) * 1_000_000,
})
