import { describe, expect, test } from 'vitest'
import { emptySources } from './sources.ts'
import type { Sources, SourceOptions } from './query.ts'
import { validateSources } from './validate-sources.ts'

const sources = ({ options, ...given }: Partial<Omit<Sources, 'options'>> & { options?: Partial<SourceOptions> }): Sources => ({
  ...emptySources,
  allEvents: true,
  options: { ...emptySources.options, definesFold: true, ...options },
  ...given,
})

describe('a source definition', () => {
  test.each([
    [{ allStreams: true }],
    [{ streams: ['a'], allEvents: false, events: ['T'] }],
    [{ categories: ['a', 'a'] }],
    [{ categories: ['a'], byStreams: true, options: { handlesDeletedNotifications: true } }],
    [{ streams: ['a', 'b'], options: { reorderEvents: true, processingLag: 50 } }],
  ])('%j is accepted', (given) => {
    expect(validateSources(sources(given))).toBeUndefined()
  })

  test.each([
    [{}, 'None of streams and categories are included'],
    [{ allStreams: true, allEvents: false }, 'None of events are included'],
    [{ streams: ['a'], categories: ['b'], allStreams: true }, 'Streams and categories cannot be included in a filter at the same time'],
    [{ allStreams: true, categories: ['a'] }, 'Both FromAll and specific categories/streams cannot be set'],
    [{ allStreams: true, events: ['T'] }, 'Both AllEvents and specific event filters cannot be set'],
    [{ streams: ['a'], byStreams: true }, 'foreachStream projections are not supported on stream based sources'],
    [{ allStreams: true, options: { reorderEvents: true } }, 'Event reordering cannot be used with fromAll()'],
    [{ categories: ['a'], options: { reorderEvents: true } }, 'Event reordering is only available in fromStreams([]) projections'],
    [
      { streams: ['a', 'b'], options: { reorderEvents: true, processingLag: 49 } },
      'Event reordering requires processing lag at least of 50ms',
    ],
    [
      { allStreams: true, options: { handlesDeletedNotifications: true } },
      'Deleted stream notifications are only supported with foreachStream()',
    ],
    [{ categories: ['a', 'b'] }, 'Specified method is not supported.'],
  ])('%j is refused for the first rule it breaks', (given, message) => {
    expect(validateSources(sources(given))).toBe(message)
  })
})
