// Makes groups and messages in the state that a test needs.

import type { GroupConfiguration } from './configuration.ts'
import { defaultConfiguration } from './configuration.ts'
import type { Group, Message } from './group.ts'
import { newGroup } from './group.ts'

/** @param configured settings that differ from the defaults. @param streamEnd number that the stream's next event gets. */
export const groupWith = (configured: Partial<GroupConfiguration> = {}, streamEnd = 0): Group =>
  newGroup({ stream: 's', name: 'g', configuration: { ...defaultConfiguration, ...configured }, streamEnd, now: 0 })

/** New messages with the numbers `first` to `last`. */
export const messages = (first: number, last: number): Message[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ number: first + index, retries: 0 }))

/** A live group with messages that wait for their first delivery. */
export const liveGroup = (waiting: readonly Message[], configured: Partial<GroupConfiguration> = {}): Group => {
  const group = groupWith({ ...configured, startFrom: -1n })
  return { ...group, waiting }
}

/** The id that the event with this number has in tests. */
export const idOfNumber = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const numbersOf = (list: readonly Message[]): number[] => list.map(({ number }) => number)
