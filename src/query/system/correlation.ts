// Reads the configuration of `$by_correlation_id` and links an event by the correlation id in its metadata.

import type { QueryEvent } from '../query.ts'
import { readJson } from './deletion.ts'
import type { Emission } from './emission.ts'
import { link, targetOf } from './emission.ts'

/**
 * The member of the metadata that holds the correlation id. A store has one: configuring any projection of this class changes it
 * for all of them, and a blank configuration keeps it.
 */
export interface CorrelationProperty {
  name: string
}

/**
 * Sets the property that a configuration text names, a string or number in `correlationIdProperty`.
 *
 * @returns whether the text is usable.
 */
export function configureCorrelation(source: string, property: CorrelationProperty): boolean {
  if (source.trim() === '') return true
  const configuration = readJson(source)
  const name = isObject(configuration) && 'correlationIdProperty' in configuration && configuration.correlationIdProperty
  if (typeof name !== 'string' && typeof name !== 'number') return false
  property.name = String(name)
  return true
}

/** @returns a link to `$bc-<id>`; undefined where the event has no id; a fault's message where the id is an object or array. */
export function linkByCorrelation(event: QueryEvent, property: string): Emission | string | undefined {
  if (!event.isJson || event.type === '$>' || event.metadata === null) return undefined
  const metadata = readJson(event.metadata)
  if (!isObject(metadata) || !Object.hasOwn(metadata, property)) return undefined
  const id = metadata[property]
  if (id === null) return undefined
  if (typeof id === 'object') {
    return `Cannot cast Newtonsoft.Json.Linq.${Array.isArray(id) ? 'JArray' : 'JObject'} to Newtonsoft.Json.Linq.JToken.`
  }
  return link(`$bc-${idText(id)}`, targetOf(event), [['$eventTimestamp', JSON.stringify(microseconds(event.record.created))]])
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The reference writes booleans as `True` and `False`. */
const idText = (id: unknown): string => (typeof id === 'boolean' ? (id ? 'True' : 'False') : String(id))

/** `yyyy-MM-ddTHH:mm:ss.ffffffZ`. */
const microseconds = (created: number): string => new Date(created).toISOString().replace('Z', '000Z')
