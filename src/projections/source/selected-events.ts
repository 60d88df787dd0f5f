// Reads a page of the events that a source definition selects, as a query would get them (projections-http §14).

import type { QueryEvent, Sources } from '../../query/query.ts'
import { validateSources } from '../../query/query.ts'
import { convertTag } from '../model/positions/checkpoint.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { tagJson } from '../model/positions/checkpoint-text.ts'
import { Reader } from './reader.ts'
import type { SourceCursor } from '../model/tables.ts'
import type { Services } from '../services.ts'
import { sourceOf } from '../model/source.ts'
import { readStampedPosition } from '../model/positions/provenance.ts'

export interface ReadEventsRequest {
  readonly sources: Sources
  readonly position: Tag
  /** The position as it was sent. */
  readonly positionText: string
  readonly limit: number
}

export type RequestedEvents =
  | { readonly kind: 'request'; readonly request: ReadEventsRequest }
  /** The position is unreadable. */
  | { readonly kind: 'malformed' }
  /** The server's reader fails on such sources, or on such a position for them. */
  | { readonly kind: 'no-reply' }

/** @param position as JSON. */
export function requestedEvents(sources: Sources, position: string, limit: number): RequestedEvents {
  const read = readStampedPosition(position, { id: 0 })
  if (!read) return { kind: 'malformed' }
  const conversion = read.tag && validateSources(sources) === undefined ? convertTag(read.tag, sourceOf(sources)) : undefined
  if (conversion?.kind !== 'converted') return { kind: 'no-reply' }
  return { kind: 'request', request: { sources, position: conversion.tag, positionText: position, limit } }
}

export type PageEvent = Pick<QueryEvent, 'stream' | 'number' | 'type' | 'data' | 'metadata' | 'linkMetadata' | 'isJson'> & {
  /** As JSON. */
  readonly position: string
}

export interface EventsPage {
  readonly correlationId: string
  /** Position of the last record read, or else the requested one. */
  readonly position: string
  readonly events: readonly PageEvent[]
}

/** Reads events after a position, at most `limit`. */
export async function readEvents(services: Services, { sources, position, positionText, limit }: ReadEventsRequest): Promise<EventsPage> {
  const reader = new Reader({ ...services, sources, continuous: false, start: position })
  const events: PageEvent[] = []
  let seen: string | undefined
  for (let cursor: SourceCursor = { tag: position, passed: position, live: undefined }; events.length < limit;) {
    const batch = await reader.next(cursor)
    events.push(...batch.deliveries.map(({ event, tag }) => ({ ...event, position: tagJson(tag) })))
    if (batch.cursor.passed !== cursor.passed) seen = tagJson(batch.cursor.passed)
    if (batch.atEnd || batch.fault) break
    cursor = batch.cursor
  }
  const page = events.slice(0, limit)
  const last = page.length < limit ? seen : page.at(-1)?.position
  return { correlationId: services.environment.uuid(), position: last ?? positionText, events: page }
}
