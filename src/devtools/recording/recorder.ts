// Records what happens to a store from one moment to another: its content before and after, and the requests that changed it; sends them
// again to a fresh store, to find out which of them end there as recorded, and what comes of them.

import { signal } from '@preact/signals-core'
import type { LoggedExchange } from '../../engine/observe/request-log.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { Snapshot } from '../../engine/snapshot/snapshot.ts'
import type { Store } from '../../engine/store.ts'
import { oneEach } from '../../playground/kit/one-each.ts'
import { isWrite } from '../../playground/model/undo.ts'
import { findingsOf } from '../../playground/panels/share/read-findings.ts'
import { sentRequest } from '../../playground/model/requests/next-time.ts'
import { fetchable } from '../../renderings/request.ts'

export interface RecordedSession {
  /** The store when the recording began, and when it ended. */
  readonly before: Scenario
  readonly after: Scenario
  /** The events and projections that came during the recording. */
  readonly added: Scenario
  /** The requests that changed something, in the order of their answers. */
  readonly writes: readonly LoggedExchange[]
  /** Streams that a scenario cannot say. */
  readonly leftOut: readonly string[]
}

export type RecordingState =
  | { readonly kind: 'idle' }
  /** `writes`: how many there were so far. */
  | { readonly kind: 'recording'; readonly writes: number }
  | { readonly kind: 'ended'; readonly recording: RecordedSession }

/** The one recorder of a store: it goes on while the drawer is closed. */
export const recorderOf = oneEach((store: Store) => new Recorder(store))

export class Recorder {
  readonly #store: Pick<Store, 'snapshot' | 'requests'>
  readonly #state = signal<RecordingState>({ kind: 'idle' })
  #before: Snapshot | undefined
  #writes: LoggedExchange[] = []
  #stopListening: (() => void) | undefined

  constructor(store: Pick<Store, 'snapshot' | 'requests'>) {
    this.#store = store
  }

  get state(): RecordingState {
    return this.#state.value
  }

  async start(): Promise<void> {
    this.#stopListening?.()
    this.#before = await this.#store.snapshot()
    this.#writes = []
    this.#state.value = { kind: 'recording', writes: 0 }
    this.#stopListening = this.#store.requests.subscribe((exchange) => {
      if (!isWrite(exchange)) return
      this.#writes.push(exchange)
      this.#state.value = { kind: 'recording', writes: this.#writes.length }
    })
  }

  async stop(): Promise<void> {
    this.#stopListening?.()
    this.#stopListening = undefined
    const before = this.#before
    if (!before) return
    const recording = await recordingOf(before, await this.#store.snapshot(), this.#writes)
    this.#state.value = { kind: 'ended', recording }
  }
}

export async function recordingOf(before: Snapshot, after: Snapshot, writes: readonly LoggedExchange[]): Promise<RecordedSession> {
  const { scenarioOfSnapshot } = await import('../../engine/snapshot/to-scenario.ts')
  const first = scenarioOfSnapshot(before)
  const last = scenarioOfSnapshot(after)
  const added = scenarioOfSnapshot({ ...after, events: after.events.filter(({ position }) => position >= before.end) })
  const known = new Set(first.scenario.projections?.map(({ name }) => name))
  const created = added.scenario.projections?.filter(({ name }) => !known.has(name)) ?? []
  const { projections: _all, ...events } = added.scenario
  return {
    before: first.scenario,
    after: last.scenario,
    added: { ...events, ...(created.length > 0 && { projections: created }) },
    writes,
    leftOut: [...new Set([...first.leftOut, ...last.leftOut])],
  }
}

/** @param store fresh. @returns the writes that end as recorded, and what comes of them. */
export async function replayIn(store: Store, { before, after, writes }: RecordedSession) {
  await store.seed(before)
  const same: LoggedExchange[] = []
  for (const write of writes) {
    const { status } = await store.fetch(fetchable(sentRequest(write)))
    if (write.outcome.kind === 'answered' && write.outcome.status === status) same.push(write)
  }
  return { writes: same, findings: await findingsOf(store, after.projections) }
}
