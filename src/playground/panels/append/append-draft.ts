// The append form's content as it changes: a first event from the last one of its type, further events, and what the reader wrote.

import type { AppendDraft, EventDraft } from './append-request.ts'
import type { KnownType } from '../../model/streams/known-types.ts'

const emptyData = '{\n  \n}'

export const newEvent = (): EventDraft => ({ id: crypto.randomUUID(), type: '', data: emptyData, metadata: '' })

export const newDraft = (stream: string): AppendDraft => ({
  stream,
  events: [newEvent()],
  expectation: 'any',
  version: '',
})

/** Whether the reader wrote the data; data from an earlier event may be replaced. */
const isWritten = ({ data }: EventDraft, known: readonly KnownType[]): boolean =>
  data.trim() !== '' && data !== emptyData && known.every((type) => type.data !== data)

/** Sets the type of an event, and the data of the last event of that type unless the reader wrote others. */
export function withType(event: EventDraft, type: string, known: readonly KnownType[]): EventDraft {
  const found = known.find((each) => each.type === type)
  return found && !isWritten(event, known) ? { ...event, type, data: found.data ?? '' } : { ...event, type }
}

/** The type and data that an untouched event begins with: those of the newest event. */
export const beginWith = (event: EventDraft, known: readonly KnownType[]): EventDraft =>
  event.type === '' && known[0] && !isWritten(event, known) ? withType(event, known[0].type, known) : event

export const changeEvent = (draft: AppendDraft, index: number, change: (event: EventDraft) => EventDraft): AppendDraft => ({
  ...draft,
  events: draft.events.map((event, at) => (at === index ? change(event) : event)),
})

/** The next event begins like the one before it. */
export const withAnotherEvent = (draft: AppendDraft): AppendDraft => ({
  ...draft,
  events: [...draft.events, { ...(draft.events.at(-1) ?? newEvent()), id: crypto.randomUUID() }],
})

export const withoutEvent = (draft: AppendDraft, index: number): AppendDraft => ({
  ...draft,
  events: draft.events.filter((_event, at) => at !== index),
})

/** The draft after it was appended: the same content under new ids. */
export const asNew = (draft: AppendDraft): AppendDraft => ({
  ...draft,
  events: draft.events.map((event) => ({ ...event, id: crypto.randomUUID() })),
})
