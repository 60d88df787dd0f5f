// Turns the outcome text of a sandbox into the outcome of the query port.

import type { OutcomeText } from './prelude/outcome.ts'
import type { BatchOutcome, PartitionTexts, QueryStep, QueryWrite } from './query.ts'

type Flat = readonly (string | number | boolean | null)[]

/** @returns everything but the fault, which the caller puts into the reference's words. */
export function readOutcome(text: OutcomeText, trace: boolean): Omit<BatchOutcome, 'fault' | 'handlerTime'> {
  const { finished, handled, lastHandled, more, logs } = text
  return {
    finished,
    handled,
    lastHandled,
    more,
    states: readStates(text.states),
    writes: readWrites(text.writes, text.base),
    ...(trace && { steps: readSteps(text.steps) }),
    logs,
  }
}

function readStates(flat: Flat): BatchOutcome['states'] {
  const states = new Map<string, PartitionTexts & { event: number; isNew: boolean }>()
  for (let i = 0; i < flat.length; i += 5) {
    const [name, state, result, event, isNew] = flat.slice(i, i + 5) as [string, string, string | null, number, boolean]
    states.set(name, { state, result: result ?? undefined, event, isNew })
  }
  return states
}

function readWrites(flat: Flat, base: number): QueryWrite[] {
  const writes: QueryWrite[] = []
  let i = 0
  while (i < flat.length) {
    const kind = flat[i]
    const event = (flat[i + 1] as number) - base
    if (kind === 2) writes.push({ kind: 'partition', event, partition: flat[i + 2] as string })
    if (kind === 1) {
      writes.push({ kind: 'result', event, partition: flat[i + 2] as string, result: (flat[i + 3] as string | null) ?? undefined })
    }
    if (kind === 0) writes.push(readEmission(flat, i, event))
    i += kind === 2 ? 3 : kind === 1 ? 4 : 7 + 2 * (flat[i + 6] as number)
  }
  return writes
}

function readEmission(flat: Flat, at: number, event: number): QueryWrite {
  const [stream, type, data, isJson, members] = flat.slice(at + 2, at + 7) as [string, string, string, boolean, number]
  const metadata = Array.from({ length: members }, (_, i) => [flat[at + 7 + 2 * i], flat[at + 8 + 2 * i]] as [string, string])
  return { kind: 'emit', event, stream, type, data, isJson, metadata }
}

function readSteps(flat: Flat): QueryStep[] {
  const steps: QueryStep[] = []
  let i = 0
  while (i < flat.length) {
    const [event, partition, handler, skipped] = flat.slice(i, i + 4) as [number, string | null, string | null, QueryStep['skipped'] | null]
    const [state, result, emitted, lines] = flat.slice(i + 4, i + 8) as [string, string | null, number, number]
    steps.push({
      event,
      partition: partition ?? undefined,
      handler: handler ?? undefined,
      skipped: skipped ?? undefined,
      state,
      result: result ?? undefined,
      emitted,
      logs: flat.slice(i + 8, i + 8 + lines) as string[],
    })
    i += 8 + lines
  }
  return steps
}
