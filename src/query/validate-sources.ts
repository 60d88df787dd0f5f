// Decides whether a source definition can run, and which fault it has otherwise.

import type { Sources } from './sources.ts'

/**
 * Applies the rules of projection-language §3.8 in their order; the second engine has one of its own (26 §7.4).
 *
 * @returns the message of the first broken rule.
 */
export function validateSources(sources: Sources, engine: 1 | 2 = 1): string | undefined {
  return (engine === 2 ? rulesOfSecondEngine : rules).find(([isBroken]) => isBroken(sources))?.[1]
}

type Rule = readonly [isBroken: (sources: Sources) => boolean, message: string]

const hasNoSource = (s: Sources): boolean => !s.allStreams && s.streams.length === 0 && s.categories.length === 0

const rulesOfSecondEngine: readonly Rule[] = [
  [hasNoSource, 'Unsupported query source combination: must specify AllStreams, Streams, or Categories.'],
]

const rules: readonly Rule[] = [
  [hasNoSource, 'None of streams and categories are included'],
  [(s) => !s.allEvents && s.events.length === 0, 'None of events are included'],
  [(s) => s.streams.length > 0 && s.categories.length > 0, 'Streams and categories cannot be included in a filter at the same time'],
  [(s) => s.allStreams && (s.streams.length > 0 || s.categories.length > 0), 'Both FromAll and specific categories/streams cannot be set'],
  [(s) => s.allEvents && s.events.length > 0, 'Both AllEvents and specific event filters cannot be set'],
  [(s) => s.byStreams && s.streams.length > 0, 'foreachStream projections are not supported on stream based sources'],
  [(s) => s.options.reorderEvents && s.allStreams, 'Event reordering cannot be used with fromAll()'],
  [(s) => s.options.reorderEvents && s.streams.length < 2, 'Event reordering is only available in fromStreams([]) projections'],
  [(s) => s.options.reorderEvents && s.options.processingLag < 50, 'Event reordering requires processing lag at least of 50ms'],
  [(s) => s.options.handlesDeletedNotifications && !s.byStreams, 'Deleted stream notifications are only supported with foreachStream()'],
  [(s) => new Set(s.categories).size > 1, 'Specified method is not supported.'],
]
