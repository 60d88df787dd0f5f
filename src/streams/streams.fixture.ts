// Streams for tests, by default in memory, with a clock that the test sets and ids that count up.

import type { NewEvent } from '../base/events/events.ts'
import { memoryStorage } from '../storage/memory/memory.ts'
import type { Storage } from '../storage/storage.ts'
import { createStreams } from './streams.ts'

export function streamsForTests(storage: Storage = memoryStorage()) {
  let now = Date.UTC(2024, 0, 1)
  let ids = 0
  const timers = new Set<() => void>()
  const streams = createStreams({
    storage,
    environment: {
      now: () => now,
      uuid: () => guid((ids += 1)),
      after: (_milliseconds, callback) => {
        timers.add(callback)
        return () => timers.delete(callback)
      },
    },
  })
  return {
    storage,
    streams,
    pass: (milliseconds: number) => void (now += milliseconds),
    /** Fires every running timer. */
    ring: () => timers.forEach((callback) => callback()),
    timers: () => timers.size,
  }
}

/** A GUID that no test event has. */
const guid = (number: number): string => `ffffffff-0000-0000-0000-${String(number).padStart(12, '0')}`

export const newEvent = (id: string, more: Partial<NewEvent> = {}): NewEvent => ({
  id,
  type: 'T',
  data: `{"id":"${id}"}`,
  metadata: '',
  isJson: true,
  ...more,
})
