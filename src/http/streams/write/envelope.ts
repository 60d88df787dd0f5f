// The members of a posted event, in JSON and in XML: how each is understood, and what of it is stored (streams-http §8.4).

import { isContainer } from '../../../base/json/value.ts'
import type { JsonValue } from '../../../base/json/value.ts'
import { writeJson } from '../../../base/json/write.ts'
import type { Spelling } from '../../../base/json/write-in-slices.ts'
import { writeJsonInSlices } from '../../../base/json/write-in-slices.ts'
import type { TimeSlice } from '../../../base/time/time-slice.ts'
import { respelledDate, withDatesRespelled } from '../../../streams/metadata/dotnet-dates.ts'
import { isEmptyGuid, readGuid } from '../../pipeline/request/numbers.ts'
import { embeddedJson, embeddedJsonInSlices } from './embedded-json.ts'

/** The values that the server takes for a null event. */
export const isNothing = (item: JsonValue): boolean => item === null || item === undefined || item === ''

/** A member that makes the whole body unusable. */
export const unusable: unique symbol = Symbol('unusable')

/** @returns undefined for a missing or empty id; one that is no GUID makes the body unusable. */
export function readId(value: JsonValue): string | undefined | typeof unusable {
  const id = typeof value === 'string' ? readGuid(value) : undefined
  if (id === undefined) return unusable
  return isEmptyGuid(id) ? undefined : id
}

export interface EventContent {
  readonly text: string
  readonly isJson: boolean
}

/**
 * The stored form of `data` and `metadata`.
 *
 * @param knowsDates whether .NET parses date-like strings to dates: respelled inside JSON, and no string at the top.
 * @returns undefined where the server fails over it as over a null event.
 */
export function readContent(value: JsonValue, knowsDates: boolean): EventContent | undefined {
  if (isContainer(value)) return { text: writeJson(knowsDates ? withDatesRespelled(value) : value), isJson: true }
  if (typeof value !== 'string' || (knowsDates && respelledDate(value) !== undefined)) return nothing
  const inner = embeddedJson(value)
  if (inner === null) return undefined
  return inner === undefined ? { text: value, isJson: false } : { text: writeJson(withDatesRespelled(inner)), isJson: true }
}

/** The same, but lets others run while it reads and prints a long content. */
export async function readContentInSlices(value: JsonValue, knowsDates: boolean, slice: TimeSlice): Promise<EventContent | undefined> {
  if (isContainer(value)) return { text: await writeJsonInSlices(value, slice, knowsDates ? withDates : {}), isJson: true }
  if (typeof value !== 'string' || (knowsDates && respelledDate(value) !== undefined)) return nothing
  const inner = await embeddedJsonInSlices(value, slice)
  if (inner === null) return undefined
  return inner === undefined ? { text: value, isJson: false } : { text: await writeJsonInSlices(inner, slice, withDates), isJson: true }
}

const nothing: EventContent = { text: '', isJson: false }

const withDates: Spelling = { string: (text) => respelledDate(text) ?? text }
