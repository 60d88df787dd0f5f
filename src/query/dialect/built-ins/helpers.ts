// The helpers of rewritten queries: registers for messages, synchronous `await`, and errors that the engine lacks.

import type { DialectHost } from './dialect-host.ts'
import type { EngineError } from './messages.ts'
import { fitDialect } from './facts.ts'
import { translate } from './messages.ts'
import { method, replace } from './replace.ts'
import type { Registers, Sites } from './sites.ts'

export type Helpers = ReturnType<typeof makeHelpers>

export function makeHelpers(host: DialectHost) {
  const { Error, ReferenceError, SyntaxError, TypeError, Promise, WeakSet } = globalThis
  const { defineProperty } = Reflect
  const then = method(Promise.prototype, 'then')
  const add = method(WeakSet.prototype as WeakSet<object>, 'add')
  const has = method(WeakSet.prototype as WeakSet<object>, 'has')
  const translated = new WeakSet<object>()

  const helpers = {
    ...({ value: undefined, key: undefined, keys: [] } as Registers),
    sites: undefined as Sites | undefined,

    /** Fits the built-ins to the release of the query. */
    fit: fitDialect,

    /** Gives an error of the engine the server's text. Anything else stays as it is. */
    caught<Thrown>(thrown: Thrown): Thrown {
      if (!(thrown instanceof Error) || has(translated, thrown)) return thrown
      add(translated, thrown)
      const message = translate(thrown as EngineError, helpers.sites, helpers)
      if (message !== undefined)
        defineProperty(thrown, 'message', { value: message, writable: true, configurable: true, enumerable: false })
      return thrown
    },

    /** `await`, at once. */
    await(value: unknown): unknown {
      let settled = ''
      let result: unknown
      const settle = (as: string) => (outcome: unknown) => {
        settled = as
        result = outcome
      }
      void then(Promise.resolve(value), settle('fulfilled'), settle('rejected'))
      host.runJobs()
      if (settled === '') host.fail("'UnwrapIfPromise' called before Promise was settled")
      if (settled === 'rejected') throw result
      return result
    },

    /** Computes `*=`, `/=` and `%=`. */
    scale(value: unknown, operator: string, factor: unknown): unknown {
      if (value === undefined || factor === undefined) return undefined
      const [a, b] = [value as number, factor as number]
      return operator === '*' ? a * b : operator === '/' ? a / b : a % b
    },

    /** The items of `for await`. */
    *each(items: Iterable<unknown>): Iterable<unknown> {
      for (const item of items) yield helpers.await(item)
    },

    /** Raises an error that no script can catch. */
    fail: host.fail,
    /** Throws where the server refuses an assignment at run time. */
    refuse(message: string, _target?: unknown): never {
      throw new ReferenceError(message)
    },
    /** The same for `++` and `--`. */
    refuseUpdate(_target?: unknown): never {
      throw new TypeError('Invalid left-hand side expression')
    },
    /** Throws where a generator yields. */
    refuseYield(): never {
      throw new Error(
        "Yield expressions are not supported in the engine, you can enable the experimental feature 'Generators' in engine options to use them.",
      )
    },
    /** Throws where a regular expression cannot be converted. */
    unsupported(message: string): never {
      throw new SyntaxError(message)
    },
    markLine: host.markLine,
    markValue: host.markValue,
  }

  type Reaction = ((value: unknown) => unknown) | null | undefined
  replace(Promise.prototype, {
    // eslint-disable-next-line unicorn/no-thenable -- these are methods to take over, and no thenable
    then(this: Promise<unknown>, done: Reaction, failed: Reaction) {
      return then(this, done, typeof failed === 'function' ? (error) => failed(helpers.caught(error)) : failed)
    },
  })
  return helpers
}
