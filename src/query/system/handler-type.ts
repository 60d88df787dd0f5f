// Decides which engine a projection's handler type asks for: JavaScript, one of the five built-in queries, or none; and what those read.

import type { ProjectionFacts } from '../../base/release/facts.ts'
import { emptySources } from '../sources.ts'
import type { Sources } from '../sources.ts'

/** The kind that a `handlerType` names. A refused one still makes a projection, faulted with `message` (projections-http §5.3). */
export type HandlerKind =
  | { readonly kind: 'javascript' }
  | { readonly kind: 'native'; readonly className: NativeClass }
  | { readonly kind: 'refused'; readonly message: string }

/** The classes of the built-in queries, without their namespace (projections-http §12). */
export type NativeClass = (typeof nativeClasses)[number]

type Facts = Pick<ProjectionFacts, 'nativeNamespace' | 'unknownClass'>

/** Any of the namespaces that releases have used: a store outlives a release. */
const namespace = /^(?:EventStore|KurrentDB)\.Projections\.Core\.Standard\./

export const nativeClasses = [
  'IndexStreams',
  'CategorizeStreamByPath',
  'CategorizeEventsByStreamPath',
  'IndexEventsByEventType',
  'ByCorrelationId',
] as const

/** The part before the first colon decides, in any case; class names are compared exactly. @param handlerType e.g. `JS` or `native:…`. */
export function readHandlerType(handlerType: string, facts: Facts): HandlerKind {
  const colon = handlerType.indexOf(':')
  const engine = (colon > 0 ? handlerType.slice(0, colon) : handlerType).toLowerCase()
  if (engine === 'js') return { kind: 'javascript' }
  if (engine !== 'native') return refused(`'${handlerType}' handler type is not supported`)
  if (colon < 0) return refused("Value cannot be null. (Parameter 'typeName')")
  const typeName = handlerType.slice(colon + 1)
  if (typeName === '') return refused("The value cannot be an empty string. (Parameter 'name')")
  const className = nativeClasses.find((name) => namespace.test(typeName) && typeName.replace(namespace, '') === name)
  return className ? { kind: 'native', className } : refused(facts.unknownClass(typeName))
}

/** The class name of a built-in query, as handler types (projections-http §12) and fault texts (projection-language §15, shape B) have it. */
export const handlerName = (className: NativeClass, { nativeNamespace }: Pick<Facts, 'nativeNamespace'>): string =>
  nativeNamespace + className

/** The events that a built-in query reads, known without opening it; the three queries that also handle links have the flag for links. */
export const sourcesOfNative = (className: NativeClass): Sources => ({
  ...emptySources,
  allStreams: true,
  allEvents: true,
  options: {
    ...emptySources.options,
    definesFold: true,
    includeLinks: className !== 'IndexEventsByEventType' && className !== 'ByCorrelationId',
  },
})

const refused = (message: string): HandlerKind => ({ kind: 'refused', message })
