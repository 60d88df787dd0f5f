// Collects what a store's events are called: types, streams, categories, and the fields of their data and metadata.

import { FieldShapes } from './field-shapes.ts'

export interface SeenEvents {
  readonly types: ReadonlySet<string>
  readonly streams: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
  readonly fields: Pick<FieldShapes, 'data' | 'metadata'>
  /** Whether every event was seen; otherwise there may be more names. */
  readonly isComplete: boolean
}

/** An event as far as its names go; data and metadata as JSON texts. */
export interface SeenEvent {
  readonly stream: string
  readonly type: string
  readonly data?: string | null
  readonly metadata?: string | null
}

/** Events of each type whose fields are looked at where all events are at hand. */
const samplesOfAll = 1000

/** Names of the system are left out: queries seldom mean them. */
export class EventNames implements SeenEvents {
  readonly types = new Set<string>()
  readonly streams = new Set<string>()
  readonly categories = new Set<string>()
  readonly fields: FieldShapes
  isComplete: boolean

  /** @param isComplete whether every event will be noted; then what a field holds in few of them counts too. */
  constructor(isComplete: boolean) {
    this.isComplete = isComplete
    this.fields = new FieldShapes(isComplete ? samplesOfAll : undefined)
  }

  note({ stream, type, data, metadata }: SeenEvent): void {
    if (!stream.startsWith('$')) {
      this.streams.add(stream)
      const category = categoryOf(stream)
      if (category !== undefined) this.categories.add(category)
    }
    if (type.startsWith('$')) return
    this.types.add(type)
    this.fields.note(type, data, metadata)
  }

  clear(): void {
    for (const names of [this.types, this.streams, this.categories]) names.clear()
    this.fields.clear()
  }
}

/** The default of `$by_category`: everything before the first dash. */
export function categoryOf(stream: string): string | undefined {
  const dash = stream.indexOf('-')
  return dash > 0 ? stream.slice(0, dash) : undefined
}
