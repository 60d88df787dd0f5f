// Decides which events a declared machine allows: a state for each stream, and events that lead from one to the next.

import type { GivenEvent } from './events.ts'

export interface MachineEvent {
  /** The states in which the event can happen. */
  readonly from: string | readonly string[]
  /** The state after it. Default: that before it. */
  readonly to?: string
}

/** What can happen in a stream; each stream is in a state of its own. */
export interface Machine {
  /** Names of streams. */
  readonly streams: readonly string[]
  /** The state of a stream without events. */
  readonly start: string
  /** By type. */
  readonly events: Readonly<Record<string, MachineEvent>>
}

interface Choice {
  readonly stream: string
  /** Number of a type in the order of the declaration: where it cannot happen, the next one that can does. */
  readonly type: number
  /** By type. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The events that choices come to: none where nothing can happen in a stream any more. */
export function chosen(machine: Machine, choices: readonly Choice[]): GivenEvent[] {
  const types = Object.keys(machine.events)
  const states = new States(machine)
  return choices.flatMap(({ stream, type: number, data }) => {
    const type = [...types.slice(number), ...types.slice(0, number)].find((each) => states.go(stream, each))
    if (type === undefined) return []
    return [{ stream, type, ...(data[type] !== undefined && { data: data[type] }) }]
  })
}

/** Whether a machine allows all of these events, one after the other. */
export function isHistory(machine: Machine, events: readonly GivenEvent[]): boolean {
  const states = new States(machine)
  return events.every(({ stream, type }) => states.go(stream, type))
}

class States {
  readonly #machine: Machine
  readonly #states = new Map<string, string>()

  constructor(machine: Machine) {
    this.#machine = machine
  }

  /** @returns whether the event can happen; the stream is in its next state then. */
  go(stream: string, type: string): boolean {
    const state = this.#states.get(stream) ?? this.#machine.start
    const { from, to = state } = this.#machine.events[type]!
    if (![from].flat().includes(state)) return false
    this.#states.set(stream, to)
    return true
  }
}
