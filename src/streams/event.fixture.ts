// Events for tests, with plain defaults.

import type { RecordedEvent } from '../base/events/events.ts'

/** @param more the members under test. */
export const event = (more: Partial<RecordedEvent> = {}): RecordedEvent => ({
  id: '00000000-0000-0000-0000-000000000001',
  type: 'T',
  data: '{}',
  metadata: '',
  isJson: true,
  stream: 's',
  number: 0,
  created: 0,
  position: 0,
  ...more,
})
