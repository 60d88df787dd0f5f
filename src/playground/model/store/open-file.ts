// Opens a file in a playground: a scenario, a snapshot, an export, or lines of events; what was there can be brought back.

import { isRecord } from '../../../base/platform/realms.ts'
import { readEventLine } from '../../../engine/scenario/event-lines.ts'
import type { Scenario, ScenarioEvent } from '../../../engine/scenario/scenario.ts'
import type { SeedEvent } from '../../../engine/scenario/seed-events.ts'
import { isSnapshotHeader } from '../../../engine/snapshot/lines.ts'
import type { Snapshot } from '../../../engine/snapshot/snapshot.ts'
import { readSnapshot, snapshotFormat } from '../../../engine/snapshot/snapshot.ts'
import { readSnapshotText } from '../../../engine/snapshot/text.ts'
import { scenarioOfSnapshot } from '../../../engine/snapshot/to-scenario.ts'
import { session as texts } from '../../strings/english/session.ts'
import type { PlaygroundSession } from '../session.ts'
import { PlaygroundError } from '../trouble.ts'
import { parsed } from '../../kit/json/parsed.ts'

export type OpenedFile =
  /** The whole content of a store. */
  { readonly kind: 'snapshot'; readonly snapshot: Snapshot } | { readonly kind: 'scenario'; readonly scenario: Scenario }

/**
 * @param name of the file, which titles a scenario without a title.
 * @throws PlaygroundError about a text that is none of them; StoreError `invalid-snapshot`.
 */
export function readFile(text: string, name: string): OpenedFile {
  const content = text.replace(/^\ufeff/, '')
  const lines = content.split('\n').map((line) => line.trimEnd())
  const document = parsed(content)
  if (isSnapshotHeader(lines[0] ?? '') || (isRecord(document) && 'format' in document && document.format === snapshotFormat)) {
    const snapshot = readSnapshotText(content)
    // Before anything is replaced.
    readSnapshot(snapshot)
    return { kind: 'snapshot', snapshot: snapshot as Snapshot }
  }
  const title = titleOf(name)
  if (isRecord(document) && 'version' in document) return { kind: 'scenario', scenario: { title, ...(document as unknown as Scenario) } }
  const listed = Array.isArray(document) ? document.map((event) => JSON.stringify(event)) : lines
  return { kind: 'scenario', scenario: { version: 1, title, events: eventsIn(listed, name) } }
}

const titleOf = (name: string): string => name.replace(/\.\w+$/, '')

function eventsIn(lines: readonly string[], name: string): ScenarioEvent[] {
  const defaults = { created: Date.now(), uuid: () => crypto.randomUUID() }
  const events = lines.flatMap((line, index): ScenarioEvent[] => {
    if (line.trim() === '') return []
    const read = readEventLine(line, defaults)
    if (read.kind === 'problem') throw new PlaygroundError(texts.fileUnknown(name), texts.fileProblem(index + 1, read.message))
    if (read.kind === 'deletion') throw new PlaygroundError(texts.fileUnknown(name), texts.fileDeletion(index + 1, read.stream))
    return [scenarioEventOf(read.event)]
  })
  if (events.length === 0) throw new PlaygroundError(texts.fileEmpty(name), texts.fileKinds)
  return events
}

/** Data stay the text that they are: a number keeps its spelling. */
const scenarioEventOf = ({ stream, type, data, metadata, isJson, id, created }: SeedEvent): ScenarioEvent => ({
  stream,
  type,
  ...(data !== '' && { data }),
  ...(metadata !== '' && { metadata }),
  isJson,
  id,
  at: new Date(created).toISOString(),
})

/**
 * Replaces the content of a playground's own store, and offers to bring back what was there.
 *
 * @throws PlaygroundError, or a StoreError about the content; the store keeps its own then.
 */
export async function openFile(session: PlaygroundSession, file: Blob, name: string): Promise<void> {
  const { store, scenario: before = { version: 1 } } = session
  const opened = readFile(await file.text(), name)
  const offer = await session.prepareUndo({ kind: 'opened', name })
  if (!store || !offer) throw new PlaygroundError(texts.notYours, texts.notYoursHint)
  if (opened.kind === 'scenario') await session.load(opened.scenario)
  else {
    // For the draft and for starting over; the snapshot has more, for example users.
    const { scenario } = scenarioOfSnapshot(opened.snapshot)
    await session.load({ ...scenario, title: titleOf(name) })
    await store.restore(opened.snapshot)
  }
  const undo = async (): Promise<void> => {
    await session.load(before)
    await offer.undo()
  }
  session.undoing.offer({ ...offer, undo })
}
