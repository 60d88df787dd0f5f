// Starts the query language in a sandbox and calls its session under a watch.

import type { QuickJSHandle } from 'quickjs-emscripten-core'
import { helpersName } from './dialect/helpers.ts'
import { sourceName } from './dialect/prepare.ts'
import { createWatch } from './limits.ts'
import type { SessionSettings } from './prelude/session.ts'
import { preludeText } from './prelude.ts'
import type { Argument, CallOutcome } from './sandbox.ts'
import { createSandbox } from './sandbox.ts'

export type SessionCall = 'define' | 'load' | 'interruptLoad' | 'run' | 'interruptRun'

/** How a call of the session ended; what was thrown is `Thrown` as JSON. */
export type SessionOutcome =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'thrown'; readonly error: string }
  /** Guest code used up its time: milliseconds that the entry took. */
  | { readonly kind: 'interrupted'; readonly after: number }
  | { readonly kind: 'crashed'; readonly cause: unknown }

export interface Engine {
  /** Evaluates the prepared source as a script. */
  evaluate(code: string, limit: number): SessionOutcome
  /**
   * @param limit milliseconds for each entry into guest code.
   * @param slice milliseconds after which the batch should end between two events.
   */
  call(name: SessionCall, args: readonly Argument[], limit: number, slice?: number): SessionOutcome
  /** Makes the memory available that is kept back for fetching an outcome. */
  openReserve(): void
  close(): void
}

/** @throws StoreError `sandbox-unavailable`. */
export async function startEngine(settings: SessionSettings): Promise<Engine> {
  let clock: QuickJSHandle | undefined
  const watch = createWatch(
    () => (clock ? sandbox.readNumber(clock, 'entries') : 0),
    () => clock && sandbox.setTrue(clock, 'stop'),
  )
  const sandbox = await createSandbox(() => watch.shouldInterrupt())
  const open = valueOf(sandbox.evaluate(preludeText, 'prelude'))
  const session = valueOf(sandbox.callForHandle(open, sandbox.parse(JSON.stringify(settings)), sandbox.runJobs, sandbox.orderNames))
  sandbox.declare(helpersName, sandbox.member(session, 'helpers'))
  clock = sandbox.member(session, 'clock')
  const functions = new Map<string, QuickJSHandle>()

  const functionOf = (name: string): QuickJSHandle => {
    const known = functions.get(name)
    if (known) return known
    const found = sandbox.member(session, name)
    functions.set(name, found)
    return found
  }

  function finish<Value>(outcome: CallOutcome<Value>, read: (value: Value) => string): SessionOutcome {
    if (outcome.kind === 'value') return { kind: 'value', value: read(outcome.value) }
    if (outcome.kind === 'crashed') return outcome
    if (watch.interruptedAfter !== undefined) return { kind: 'interrupted', after: watch.interruptedAfter }
    const described = sandbox.call(functionOf('describe'), outcome.error.dup())
    return { kind: 'thrown', error: described.kind === 'value' ? described.value : '{"message":"null","name":"","stack":""}' }
  }

  return {
    evaluate(code, limit) {
      watch.begin(limit, Infinity)
      return finish(sandbox.evaluate(code, sourceName), () => '')
    },
    call(name, args, limit, slice = Infinity) {
      watch.begin(limit, slice)
      return finish(sandbox.call(functionOf(name), ...args), (text) => text)
    },
    openReserve: () => sandbox.openReserve(),
    close() {
      clock = undefined
      functions.clear()
    },
  }
}

function valueOf(outcome: CallOutcome<QuickJSHandle>): QuickJSHandle {
  if (outcome.kind === 'value') return outcome.value
  throw new Error(`the prelude could not be started: ${outcome.kind}`)
}
