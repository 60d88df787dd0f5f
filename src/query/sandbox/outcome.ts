// Converts the outcome of a sandbox into the outcome of the query port.

import type { OutcomeHead } from '../language/outcome.ts'
import type { BatchOutcome, PartitionTexts, QueryWrite, RunLimits } from '../query.ts'
import type { RunReply } from './query-engine.ts'

/** The outcome, and what another engine would lack. */
interface ReadOutcome extends BatchOutcome {
  /** Whether emissions wait in the engine for the next event. */
  readonly holds: boolean
  /** Partitions of the outcome without a state that wait for their catalogue entries. */
  readonly unlisted: readonly string[]
}

export const emptyOutcome: Omit<BatchOutcome, 'handlerTime'> = {
  finished: 0,
  handled: 0,
  lastHandled: -1,
  more: false,
  states: new Map(),
  writes: [],
  logs: [],
}

/** @returns the first line, and the start of the texts behind it. */
export function readHead(outcome: string): { readonly head: OutcomeHead; readonly textStart: number } {
  const end = outcome.indexOf('\n')
  return { head: JSON.parse(outcome.slice(0, end)) as OutcomeHead, textStart: end + 1 }
}

/** @returns the outcome of a run in an engine, whose side words the fault. */
export function readReply({ outcome, fault, handlerTime }: RunReply, { trace = false }: RunLimits): ReadOutcome {
  const read = outcome === undefined ? { ...emptyOutcome, holds: false, unlisted: [] } : readOutcome(outcome, trace)
  return { ...read, ...(fault && { fault }), handlerTime }
}

function readOutcome(outcome: string, trace: boolean): Omit<ReadOutcome, 'handlerTime'> {
  const { head, textStart } = readHead(outcome)
  const cut = head.inlineText === null ? cutter(outcome, textStart) : cutter(head.inlineText, 0)
  const { finished, handled, lastHandled, more, holds, logs } = head
  // The texts of writes come first.
  const writes = readWrites(head, cut)
  return {
    finished,
    handled,
    lastHandled,
    more,
    holds,
    states: readStates(head, cut),
    writes,
    ...(trace && { steps: head.steps }),
    logs,
    unlisted: head.partitions.filter((_, i) => head.states[i * 4 + 2]! < 0),
  }
}

/** Cuts a text into consecutive pieces, by their lengths. */
type Cut = (length: number) => string

function cutter(text: string, start: number): Cut {
  let at = start
  return (length) => {
    at += length
    return text.slice(at - length, at)
  }
}

function readStates({ partitions, states: numbers }: OutcomeHead, cut: Cut): BatchOutcome['states'] {
  const states = new Map<string, PartitionTexts & { event: number; isNew: boolean }>()
  partitions.forEach((name, i) => {
    const at = i * 4
    const state = cut(Math.max(numbers[at + 2]!, 0))
    const length = numbers[at + 3]!
    const result = length === -2 ? state : length === -1 ? undefined : cut(length)
    states.set(name, { state, result, event: numbers[at]!, isNew: numbers[at + 1] === 1 })
  })
  return states
}

type Emission = Extract<QueryWrite, { kind: 'emit' }>

function readWrites({ base, names, numbers, sites }: OutcomeHead, cut: Cut): QueryWrite[] {
  const writes: QueryWrite[] = []
  let name = 0
  let i = 0

  const nextName = (): string => {
    name += 1
    return names[name - 1]!
  }

  const readEmission = (event: number, names: number, position: number): Emission => {
    const site = numbers[i + 2]! * 3
    const metadata: [string, string][] = []
    for (let left = names; left > 0; left -= 2) metadata.push([nextName(), nextName()])
    const emission: Emission = {
      kind: 'emit',
      event,
      stream: sites[site] as string,
      type: sites[site + 1] as string,
      data: cut(numbers[i + 3]!),
      isJson: sites[site + 2] as boolean,
      metadata,
    }
    return position < 0 ? emission : { ...emission, position: position - base }
  }

  const readResult = (event: number, length: number): QueryWrite => ({
    kind: 'result',
    event,
    partition: nextName(),
    result: length < 0 ? undefined : cut(length),
  })

  while (i < numbers.length) {
    const kind = numbers[i]!
    const event = numbers[i + 1]! - base
    if (kind === 0) writes.push(readEmission(event, 0, -1))
    else if (kind === 3) writes.push(readEmission(event, numbers[i + 4]!, numbers[i + 5]!))
    else if (kind === 1) writes.push(readResult(event, numbers[i + 2]!))
    else writes.push({ kind: 'partition', event, partition: nextName() })
    i += lengths[kind]!
  }
  return writes
}

/** The number of numbers in each kind of write. */
const lengths = [4, 3, 2, 6]
