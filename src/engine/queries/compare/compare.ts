// Runs two versions of a query over the same events, and tells where they part and what they leave behind otherwise.

import type { TracePart, TracedEmission, TraceFault, TraceStep } from '../../observe/trace.ts'

/** Texts of the first and of the second query; empty: there is none. */
export interface ComparedTexts {
  readonly one: string
  readonly other: string
}

/** The first event after which the two queries differ. */
export interface PartingEvent {
  readonly stream: string
  readonly number: number
  readonly type: string
  readonly position: number
  readonly what: 'partition' | 'state' | 'result' | 'emissions' | 'fault'
  /** Of the partition, the state, the result, the emissions (as JSON) or the fault. */
  readonly texts: ComparedTexts
}

export interface DifferingPartition {
  /** Empty for the state without a partition. */
  readonly partition: string
  /** Undefined where they agree. */
  readonly state: ComparedTexts | undefined
  readonly result: ComparedTexts | undefined
}

export interface Comparison {
  /** Whether nothing differs: no state, result, emission or fault, at any event. */
  readonly agrees: boolean
  /** Events that at least one of the queries handled. */
  readonly events: number
  readonly first: PartingEvent | undefined
  /** Whose last states or results differ, in the order of the first query, then of the second. */
  readonly partitions: readonly DifferingPartition[]
  readonly emitted: { readonly one: number; readonly other: number }
  readonly faults: { readonly one: TraceFault | undefined; readonly other: TraceFault | undefined }
}

/**
 * @param one a trace of the first query.
 * @param other a trace of the second one, over the same events.
 */
export async function compareTraces(one: AsyncIterable<TracePart>, other: AsyncIterable<TracePart>): Promise<Comparison> {
  const [left, right] = await Promise.all([readRun(one), readRun(other)])
  const positions = [...new Set([...left.outcomes.keys(), ...right.outcomes.keys()])].sort((a, b) => a - b)
  const first = firstDifference(positions, left, right)
  const partitions = differingPartitions(left, right)
  const faults = { one: left.fault, other: right.fault }
  return {
    agrees: first === undefined && partitions.length === 0 && faultText(left.fault) === faultText(right.fault),
    events: positions.length,
    first,
    partitions,
    emitted: { one: left.emitted, other: right.emitted },
    faults,
  }
}

interface RunOutcome {
  /** By position of the event, in the log; several where the second engine hands an event on again, for links to it. */
  readonly outcomes: Map<number, TraceStep[]>
  readonly last: Map<string, { readonly state: string; readonly result: string }>
  emitted: number
  fault: TraceFault | undefined
}

async function readRun(parts: AsyncIterable<TracePart>): Promise<RunOutcome> {
  const run: RunOutcome = { outcomes: new Map(), last: new Map(), emitted: 0, fault: undefined }
  for await (const part of parts) {
    if (part.kind === 'ended') run.fault = part.fault
    if (part.kind !== 'steps') continue
    for (const step of part.steps) if (step.skipped === undefined) note(run, step)
  }
  return run
}

function note(run: RunOutcome, step: TraceStep): void {
  const { position } = step.event
  const others = run.outcomes.get(position)
  if (others) others.push(step)
  else run.outcomes.set(position, [step])
  run.emitted += step.emitted.length
  if (step.partition !== undefined && !step.fault)
    run.last.set(step.partition, { state: known(step.state.after), result: step.result.after })
}

function firstDifference(positions: readonly number[], left: RunOutcome, right: RunOutcome): PartingEvent | undefined {
  for (const position of positions) {
    const [ones, others] = [left.outcomes.get(position) ?? [], right.outcomes.get(position) ?? []]
    for (let time = 0; time < Math.max(ones.length, others.length); time++) {
      const [one, other] = [ones[time], others[time]]
      const difference = differenceAt(one, other)
      if (!difference) continue
      const { stream, number, type } = (one ?? other)!.event
      return { stream, number, type, position, ...difference }
    }
  }
  return undefined
}

/** That of a time-out lacks what differs from run to run: the time taken, and the place where it ended. */
const faultText = (fault: TraceFault | undefined): string =>
  fault?.message.replace(/^(Projection script took too long to (?:compile|execute)) \(took: [^]*$/, '$1') ?? ''

/** An event that one of them did not handle changes nothing there: it differs where the other one has changed something. */
function differenceAt(one: TraceStep | undefined, other: TraceStep | undefined): Pick<PartingEvent, 'what' | 'texts'> | undefined {
  const kinds: readonly (readonly [PartingEvent['what'], (step: TraceStep | undefined) => string])[] = [
    ['fault', (step) => faultText(step?.fault)],
    ['partition', (step) => (one && other ? (step?.partition ?? '') : '')],
    ['state', (step) => stateAfter(step, step === one ? other : one)],
    ['result', (step) => step?.result.after ?? (step === one ? other : one)?.result.before ?? ''],
    ['emissions', (step) => emissionText(step?.emitted ?? [])],
  ]
  for (const [what, textOf] of kinds) {
    const texts = { one: textOf(one), other: textOf(other) }
    if (texts.one !== texts.other) return { what, texts }
  }
  return undefined
}

/** The engines write no state, which handlers see as null, in two ways. */
const known = (state: string): string => (state === 'null' ? '' : state)

/** Where only the other one handled the event, the state stays what that one found: both were equal until here. */
const stateAfter = (step: TraceStep | undefined, beside: TraceStep | undefined): string =>
  step
    ? `${known(step.state.after)}${step.shared ? ` ${step.shared.after}` : ''}`
    : beside
      ? `${known(beside.state.before)}${beside.shared ? ` ${beside.shared.before}` : ''}`
      : ''

const emissionText = (emitted: readonly TracedEmission[]): string => (emitted.length === 0 ? '' : JSON.stringify(emitted))

function differingPartitions(left: RunOutcome, right: RunOutcome): DifferingPartition[] {
  const names = [...new Set([...left.last.keys(), ...right.last.keys()])]
  return names.flatMap((partition) => {
    const [one, other] = [left.last.get(partition), right.last.get(partition)]
    const state = differing(one?.state ?? '', other?.state ?? '')
    // Without a transform the result is the state, and says nothing more.
    const isState = (one?.result ?? '') === (one?.state ?? '') && (other?.result ?? '') === (other?.state ?? '')
    const result = isState ? undefined : differing(one?.result ?? '', other?.result ?? '')
    return state || result ? [{ partition, state, result }] : []
  })
}

const differing = (one: string, other: string): ComparedTexts | undefined => (one === other ? undefined : { one, other })
