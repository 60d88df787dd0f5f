// Counts the entries into guest code, keeps API errors that a script must not catch, and turns what it throws into a fault.

import type { Primordials } from './primordials.ts'

/** What the host looks at and sets while guest code runs; it keeps a handle of this object. */
export interface Clock {
  /** Grows when guest code is entered and when it is left: odd while it runs, as it does in the definition phase. */
  entries: number
  /** Set by the host when the batch has had its time. */
  stop: boolean
}

/** Why an event is refused, whatever guest code makes of the exception. */
export interface Refusal {
  readonly kind: string
  readonly message: string
  /** Whether the fault is shown in a frame with name and position (projection-language §15, shape B). */
  readonly wrapped: boolean
}

/** What guest code threw, in primitives. */
export interface Thrown {
  readonly message: string
  /** Empty where it is no error object; then the message is the script's own. */
  readonly name: string
  readonly stack: string
}

export type Guest = ReturnType<typeof guardGuest>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function guardGuest(p: Primordials) {
  const { isArray, text, Error } = p
  const clock: Clock = { __proto__: null, entries: 1, stop: false } as Clock

  const guest = {
    clock,
    /**
     * The first refusal of the current entry: the query faults with it whatever the script does (projection-language §3.9). The host sets
     * it to true where it interrupts guest code.
     */
    refusal: undefined as Refusal | true | undefined,

    /** True while a value is written: the event object then shows its lazy members (projection-language §9.3). */
    writing: false,

    /** Gives an error of the engine the reference's text; the dialect's. */
    caught: <Value>(thrown: Value): Value => thrown,

    /** Raises an API error. */
    fail(message: string): never {
      return guest.refuse('runtime', message, true)
    },

    refuse(kind: string, message: string, wrapped: boolean): never {
      if (guest.refusal === undefined) guest.refusal = { kind, message, wrapped }
      throw new Error(message)
    },

    /** Called when an entry is over: a refusal counts although the script caught it. */
    check(): void {
      const { refusal } = guest
      if (refusal === undefined) return
      // The script has caught an interruption: the host, which is asked in every loop, interrupts this one.
      if (refusal === true) for (;;);
      throw new Error(refusal.message)
    },

    /** @returns the text of any value in messages of the host, which does not ask arrays for theirs. */
    shown: (value: unknown): string => (isArray(value) ? '(' + value.length + ')[]' : text(value)),

    /** @returns what a fault shows for a thrown value (projection-language §15). */
    describe(thrown: unknown): Thrown {
      return (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function'
        ? describeObject(thrown, 1)
        : described(text(thrown))
    },
  }

  const described = (message: string, name = '', stack = ''): Thrown => ({ message, name, stack })

  /**
   * Members of a thrown object may be getters of the script, so reading them is an entry of its own.
   *
   * @param depth of what getters throw themselves.
   */
  function describeObject(thrown: { message?: unknown; name?: unknown; stack?: unknown }, depth: number): Thrown {
    clock.entries += 1
    try {
      const { message } = guest.caught(thrown)
      return thrown instanceof Error
        ? described(messageText(message), text(thrown.name), text(thrown.stack))
        : described(messageText(message))
    } catch (inner) {
      if (depth > 9 || inner === null || typeof inner !== 'object') return described(text(inner))
      return describeObject(inner, depth + 1)
    } finally {
      clock.entries += 1
    }
  }

  /** An object that has no text leaves the one of the exception around it. */
  function messageText(message: unknown): string {
    try {
      return guest.shown(message)
    } catch {
      return "Exception of type 'Jint.Runtime.JavaScriptException' was thrown."
    }
  }

  return guest
}
