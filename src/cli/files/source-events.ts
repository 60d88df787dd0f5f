// Reads the events of a file: lines of events, or the export of a store.

import type { EventLine, LineDefaults } from '../../engine/scenario/event-lines.ts'
import { readEventLine } from '../../engine/scenario/event-lines.ts'
import { isSnapshotHeader, readExportedEvent } from '../../engine/snapshot/lines.ts'
import type { Line } from './lines.ts'
import { isOfUsers } from '../../streams/system.ts'

/** The content of a line, and its number. */
export interface SourceEvent {
  readonly read: EventLine
  /** From 1. */
  readonly line: number
}

/** From an export, takes only users' events, with their numbers; `import` restores the rest. */
export function* sourceEvents(lines: Iterable<Line>, defaults: LineDefaults): Iterable<SourceEvent> {
  let isExport: boolean | undefined
  for (const { text, number } of lines) {
    if (isExport === undefined && (isExport = isSnapshotHeader(text))) continue
    if (!isExport) yield { read: readEventLine(text, defaults), line: number }
    else {
      const read = readExportedEvent(text)
      if (read && !(read.kind === 'event' && !isOfUsers(read.event.stream))) yield { read, line: number }
    }
  }
}
