// Connects with the host, counts entries into guest code, keeps API errors that a script must not catch, and describes its exceptions.

import { isArray, NativeError, textOf } from './primordials.ts'

export interface HostFunctions {
  /** Runs the pending reactions of promises (`Sandbox.runJobs`). */
  runJobs(): void
  /** Lists an object's members as written (`Sandbox.orderNames`). */
  orderNames(object: object): string
  /** Compares texts by culture, as text; empty for an unknown culture. */
  compareTexts(a: string, b: string, locale: string): string
  /** Gives the separators of a culture as JSON; empty for an unknown one. */
  separatorsOf(locale: string): string
  /** Stops the engine where its time is over (`Sandbox.checkTime`); costs as much as a handler or two. */
  checkTime(): void
}

/** Set when the session starts. */
export let host: HostFunctions

export function connectHost(functions: HostFunctions): void {
  host = functions
}

/** The object that the host reads and sets while guest code runs, through a handle. */
export interface Clock {
  /** Counts entries into guest code and exits: odd while it runs, as during the definition phase. */
  entries: number
  /** Set by the host when the batch's time is over. */
  stop: boolean
}

/** The reason why an event is refused, even where guest code catches the exception. */
export interface Refusal {
  readonly kind: string
  readonly message: string
  /** Whether the fault has a frame with name and position (projection-language §15, shape B). */
  readonly wrapped: boolean
}

/** A value thrown by guest code, in primitives. */
export interface Thrown {
  readonly message: string
  /** Empty for a value that is no error object; its message is the script's own. */
  readonly name: string
  readonly stack: string
}

export const clock: Clock = { __proto__: null, entries: 1, stop: false } as Clock

/** The state that the host reads and sets, and some of the language's own. */
export const guest = {
  clock,
  /**
   * The first refusal of the current entry: the query faults with it in any case (projection-language §3.9). The host sets it to true
   * when it interrupts guest code.
   */
  refusal: undefined as Refusal | true | undefined,
  /** True while a value is written: the event object then lists its lazy members (projection-language §9.3). */
  writing: false,
  /** Gives an error of the engine the server's text; set by the dialect. */
  caught: <Value>(thrown: Value): Value => thrown,
}

/** Raises an API error. */
export function fail(message: string): never {
  return refuse('runtime', message, true)
}

export function refuse(kind: string, message: string, wrapped: boolean): never {
  if (guest.refusal === undefined) guest.refusal = { kind, message, wrapped }
  throw new NativeError(message)
}

/** Throws at the end of an entry where the script caught a refusal. */
export function check(): void {
  const { refusal } = guest
  if (refusal === undefined) return
  // The script has caught an interruption; the host, asked in every loop, interrupts this one as well.
  if (refusal === true) for (;;);
  throw new NativeError(refusal.message)
}

/** @returns the text of a value in the server's messages, which show arrays by length. */
export const shown = (value: unknown): string => (isArray(value) ? '(' + value.length + ')[]' : textOf(value))

/** @returns a thrown value as faults show it (projection-language §15). */
export function describe(thrown: unknown): Thrown {
  return (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function'
    ? describeObject(thrown, 1)
    : described(textOf(thrown))
}

export const described = (message: string, name = '', stack = ''): Thrown => ({ message, name, stack })

/**
 * Reading members of a thrown object is an entry of its own: they may be getters of the script.
 *
 * @param depth of exceptions thrown by such getters.
 */
function describeObject(thrown: { message?: unknown; name?: unknown; stack?: unknown }, depth: number): Thrown {
  clock.entries += 1
  try {
    const { message } = guest.caught(thrown)
    return thrown instanceof NativeError
      ? described(messageText(message), textOf(thrown.name), textOf(thrown.stack))
      : described(messageText(message))
  } catch (inner) {
    if (depth > 9 || inner === null || typeof inner !== 'object') return described(messageText(inner))
    return describeObject(inner, depth + 1)
  } finally {
    clock.entries += 1
  }
}

/** A message without a text gives way to that of the exception around it. */
function messageText(message: unknown): string {
  try {
    return shown(message)
  } catch {
    return "Exception of type 'Jint.Runtime.JavaScriptException' was thrown."
  }
}
