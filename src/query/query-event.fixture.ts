// Makes events as a reader hands them to a query, for tests.

import type { QueryEvent, QueryRecord } from './query.ts'

/** @param given the members that matter to the test; an event that came through a link has a `record` of its own. */
export function queryEvent(given: Partial<Omit<QueryEvent, 'record'>> & { record?: Partial<QueryRecord> } = {}): QueryEvent {
  const event = {
    id: '00000000-0000-4000-8000-000000000001',
    type: 'T',
    stream: 'orders',
    number: 0,
    isJson: true,
    data: '{}',
    metadata: null,
    linkMetadata: null,
    category: null,
    ...given,
  }
  return { ...event, record: { stream: event.stream ?? '', number: event.number, position: 0, created: 0, ...given.record } }
}
