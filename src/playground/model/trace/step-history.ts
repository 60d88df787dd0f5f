// Keeps the steps of a traced run: a row for each, and their texts up to a limit.

import type { TextChange, TraceStep } from '../../../engine/observe/trace.ts'
import { TextTrail } from './text-trail.ts'

/** Number of steps whose texts are kept and dropped together. */
export const blockLength = 256

/** Most characters of texts to keep; each takes two bytes unless it is Latin-1. */
export const mostCharacters = 48_000_000

/** A step whose changing texts are versions in its block's trail. */
interface StoredStep extends Omit<TraceStep, 'state' | 'shared' | 'result'> {
  readonly state: Versions
  readonly shared: Versions | undefined
  readonly result: Versions
}

interface Versions {
  readonly before: number
  readonly after: number
}

interface Block {
  readonly trail: TextTrail
  readonly steps: StoredStep[]
  /** Characters of the texts outside of the trail. */
  size: number
}

export class StepHistory {
  readonly rows: StepRow[] = []
  readonly #most: number
  readonly #blocks = new Map<number, Block>()
  /** Lists of lines: most steps run the same ones. */
  readonly #lines = new Map<string, readonly number[]>()
  /** Index of the step that ended the run, if one did. */
  fault: number | undefined
  /** Number of events that a handler took without a fault. */
  handled = 0

  /** @param most characters to keep. */
  constructor(most = mostCharacters) {
    this.#most = most
  }

  /** Number of characters kept. */
  get size(): number {
    let size = 0
    for (const block of this.#blocks.values()) size += block.size + block.trail.size
    return size
  }

  /** Appends steps. Above the limit it drops the oldest texts. */
  add(steps: readonly TraceStep[]): void {
    for (const step of steps) {
      const index = this.rows.push(rowOf(step, this.#linesOf(step))) - 1
      if (step.fault) this.fault = index
      else if (!step.skipped) this.handled++
      this.#keep(index, step)
    }
    this.#drop(this.rows.length - 1)
  }

  /** The step with its texts; undefined if they were dropped. */
  step(index: number): TraceStep | undefined {
    const block = this.#blocks.get(blockOf(index))
    const stored = block?.steps[index % blockLength]
    return block && stored && restored(stored, block.trail)
  }

  /**
   * Takes steps from a repeated run of the same query over the same events, to restore dropped texts.
   *
   * @param first index of the first given step.
   * @param wanted index of a step in the block to fill; steps of other blocks are skipped.
   * @returns whether the runs agree so far.
   */
  refill(steps: readonly TraceStep[], first: number, wanted: number): boolean {
    for (const [offset, step] of steps.entries()) {
      const row = this.rows[first + offset]
      if (row?.number !== step.event.number || row.stream !== step.event.stream) return false
      if (blockOf(first + offset) === blockOf(wanted) && !this.step(first + offset)) this.#keep(first + offset, step)
    }
    this.#drop(wanted)
    return true
  }

  #linesOf({ lines = [] }: TraceStep): readonly number[] {
    const numbers = lines.map(({ line }) => line)
    const key = numbers.join()
    const known = this.#lines.get(key) ?? numbers
    this.#lines.set(key, known)
    return known
  }

  #keep(index: number, step: TraceStep): void {
    const number = blockOf(index)
    let block = this.#blocks.get(number)
    if (!block) {
      this.#blocks.get(number - 1)?.trail.seal()
      block = { trail: new TextTrail(), steps: [], size: 0 }
      this.#blocks.set(number, block)
    }
    block.steps[index % blockLength] = stored(step, block.trail)
    block.size += sizeOf(step)
  }

  /** Drops the texts furthest from a step, but not those of its own block. */
  #drop(near: number): void {
    const distance = (block: number): number => Math.abs(block - blockOf(near))
    let { size } = this
    if (size <= this.#most) return
    for (const number of [...this.#blocks.keys()].sort((a, b) => distance(b) - distance(a))) {
      if (size <= this.#most || number === blockOf(near)) return
      const block = this.#blocks.get(number)!
      size -= block.size + block.trail.size
      this.#blocks.delete(number)
    }
  }
}

const blockOf = (index: number): number => Math.floor(index / blockLength)

/** Index of the first step in the next block. */
export const endOfBlock = (index: number): number => (blockOf(index) + 1) * blockLength

/** The part of a step that lists and filters need. */
export type StepRow = Readonly<ReturnType<typeof rowOf>>

/** @param lines of the query that ran. */
const rowOf = ({ event, partition, handler, skipped, state, shared, logs, fault, met }: TraceStep, lines: readonly number[]) => ({
  stream: event.stream,
  number: event.number,
  type: event.type,
  /** Empty for an unpartitioned state; undefined if the event reached no partition. */
  partition,
  handler,
  skipped,
  isFault: fault !== undefined,
  /** Whether the step changed the partition's state or the shared state. */
  isChange: state.before !== state.after || (shared !== undefined && shared.before !== shared.after),
  logs: logs.length,
  lines,
  /** Numbers of the conditions that hold. */
  met: met ?? noneMet,
})

const noneMet: readonly number[] = []

function stored(step: TraceStep, trail: TextTrail): StoredStep {
  const versions = (lane: string, { before, after }: TextChange): Versions => ({
    before: trail.add(lane, before),
    after: trail.add(lane, after),
  })
  return {
    ...step,
    state: versions(`state ${step.partition}`, step.state),
    shared: step.shared && versions('shared', step.shared),
    result: versions(`result ${step.partition}`, step.result),
  }
}

function restored(step: StoredStep, trail: TextTrail): TraceStep {
  const texts = ({ before, after }: Versions): TextChange => ({ before: trail.read(before), after: trail.read(after) })
  return { ...step, state: texts(step.state), shared: step.shared && texts(step.shared), result: texts(step.result) }
}

function sizeOf({ event, emitted, logs, values = [] }: TraceStep): number {
  const lengths = [event.data, event.metadata, ...logs, ...emitted.map(({ data }) => data), ...values.map(({ text }) => text)].map(
    ({ length }) => length,
  )
  return lengths.reduce((sum, length) => sum + length, 0)
}
