// Collects what a run of a batch brought about and hands it to the host as one text.

import type { Emissions } from './emission.ts'
import type { Handled } from './execution.ts'
import type { Fault } from './fault.ts'
import type { Partitions } from './partitions.ts'
import type { Primordials } from './primordials.ts'

/** What the host reads: numbers of events count from the first one that was not finished when the run began. */
export interface OutcomeText {
  readonly finished: number
  readonly handled: number
  readonly lastHandled: number
  readonly more: boolean
  /** Name, state, result, event, whether new; by turns. */
  readonly states: readonly (string | number | boolean | null)[]
  /**
   * By turns: 0, event, stream, type, data, whether JSON, number of metadata members, and of each its name and JSON; or
   * 1, event, partition, result; or 2, event, partition.
   */
  readonly writes: readonly (string | number | boolean | null)[]
  /** Event, partition, handler, state, result, number of emissions, number of lines logged, and the lines; by turns. */
  readonly steps: readonly (string | number | null)[]
  readonly logs: readonly string[]
  readonly fault: Fault | null
}

export type Outcome = ReturnType<typeof collectOutcome>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function collectOutcome(p: Primordials, partitions: Partitions, emissions: Emissions) {
  const { list, stringify } = p
  let writes = list<string | number | boolean | null>()
  let steps = list<string | number | null>()
  let finished = 0
  let handled = 0
  let lastHandled = -1
  /** Number of the first event that was not finished when the run began. */
  let base = 0

  function write(value: string | number | boolean | null): void {
    writes[writes.length] = value
  }

  /** An event is finished: what it wants written comes after everything of the events before it. */
  function finish(event: number, done: Handled | undefined): void {
    finished += 1
    if (done === undefined) return
    handled += 1
    lastHandled = event - base
    if (done.isListed) {
      write(2)
      write(event - base)
      write(done.slot.name)
    }
    const { emissions: emitted } = done
    for (let i = 0; i < emitted.length; i += 1) writeEmission(event - base, emitted[i]!)
    if (done.hasNewResult) {
      write(1)
      write(event - base)
      write(done.slot.name)
      write(done.result ?? null)
    }
  }

  function writeEmission(event: number, { stream, type, data, isJson, metadata }: Handled['emissions'][number]): void {
    write(0)
    write(event)
    write(stream)
    write(type)
    write(data)
    write(isJson)
    write(metadata.length / 2)
    for (let i = 0; i < metadata.length; i += 1) write(metadata[i]!)
  }

  function step(event: number, done: Handled, firstLog: number): void {
    const push = (value: string | number | null): void => {
      steps[steps.length] = value
    }
    push(event - base)
    push(done.slot.name)
    push(done.handler)
    push(done.state)
    push(done.result ?? null)
    push(done.emissions.length)
    push(emissions.logs.length - firstLog)
    for (let i = firstLog; i < emissions.logs.length; i += 1) push(emissions.logs[i]!)
  }

  /** @returns the outcome as JSON; the next run starts with an empty one. */
  function report(more: boolean, fault: Fault | undefined): string {
    const text = stringify({
      __proto__: null,
      finished,
      handled,
      lastHandled,
      more,
      states: partitions.report(base),
      writes,
      steps,
      logs: emissions.logs,
      fault: fault === undefined ? null : { ...fault, __proto__: null, event: fault.event - base },
    })
    base += finished
    finished = 0
    handled = 0
    lastHandled = -1
    writes = list()
    steps = list()
    emissions.logs = list()
    return text
  }

  return { finish, step, report }
}
