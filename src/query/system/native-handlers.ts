// Makes the write of each of the five built-in queries for one event (projections-http §12).

import type { QueryEvent } from '../query.ts'
import type { CategoryOf } from './category.ts'
import { readCategoryConfiguration } from './category.ts'
import type { CorrelationProperty } from './correlation.ts'
import { configureCorrelation, linkByCorrelation } from './correlation.ts'
import { subjectOf } from './deletion.ts'
import type { Emission, NativeHandler } from './emission.ts'
import { link, streamReference, targetOf } from './emission.ts'
import type { NativeClass } from './handler-type.ts'

/** @returns undefined for a bad configuration text. */
type Configure = (source: string, correlation: CorrelationProperty) => NativeHandler | undefined

export const nativeHandlers: Record<NativeClass, Configure> = {
  IndexStreams: (source) => (isBlank(source) ? indexStream : undefined),
  CategorizeStreamByPath: (source) => withCategory(source, categorizeStream),
  CategorizeEventsByStreamPath: (source) => withCategory(source, categorizeEvent),
  IndexEventsByEventType: (source) => (isBlank(source) ? indexByType : undefined),
  ByCorrelationId: (source, property) =>
    configureCorrelation(source, property) ? (event) => linkByCorrelation(event, property.name) : undefined,
}

const isBlank = (source: string): boolean => source.trim() === ''

const withCategory = (source: string, handle: (event: QueryEvent, categoryOf: CategoryOf) => Emission | undefined) => {
  const categoryOf = readCategoryConfiguration(source)
  return categoryOf && ((event: QueryEvent) => handle(event, categoryOf))
}

const isLink = (event: QueryEvent): boolean => event.type === '$>'

const deletedMark = ['$deleted', '-1'] as const

/** The first record ever written to a stream lists it, even a link. */
const indexStream: NativeHandler = ({ record }) => (record.number === 0 ? link('$streams', `0@${record.stream}`) : undefined)

const categorizeStream = ({ record }: QueryEvent, categoryOf: CategoryOf): Emission | undefined => {
  const category = record.number === 0 ? categoryOf(record.stream) : undefined
  return category === undefined ? undefined : streamReference(`$category-${category}`, record.stream)
}

/** A metastream has no category; only deletions among its events get one, that of the deleted stream. */
const categorizeEvent = (event: QueryEvent, categoryOf: CategoryOf): Emission | undefined => {
  const { stream, isDeletion } = subjectOf(event)
  const origin = isDeletion ? stream : event.record.stream
  const category = categoryOf(origin)
  if (category === undefined) return undefined
  const target = isLink(event) ? (event.data ?? '') : targetOf(event)
  return link(`$ce-${category}`, target, [['$o', JSON.stringify(origin)], ...(isDeletion ? [deletedMark] : [])])
}

/** The link names the stream that the metadata describe, although the number is that in the metastream. */
const indexByType: NativeHandler = (event) => {
  if (isLink(event)) return undefined
  const { stream, isDeletion } = subjectOf(event)
  return link(`$et-${isDeletion ? '$deleted' : event.type}`, targetOf(event, stream), isDeletion ? [deletedMark] : [])
}
