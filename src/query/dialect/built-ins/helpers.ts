// The helpers of rewritten queries: registers for messages, synchronous `await`, and errors that the engine lacks.

import type { DialectHost } from './builtins.ts'
import type { EngineError } from './messages.ts'
import { translate } from './messages.ts'
import { pow } from './exact-math.ts'
import { method } from './replace.ts'
import type { Registers, Sites } from './sites.ts'

export interface Helpers extends Registers {
  sites: Sites | undefined
  /** Gives an error of the engine the reference's text. Anything else stays as it is. */
  caught<Thrown>(thrown: Thrown): Thrown
  /** `await`, at once. */
  await(value: unknown): unknown
  /** Computes `**`. */
  power(base: unknown, exponent: unknown): unknown
  /** The items of `for await`. */
  each(items: Iterable<unknown>): Iterable<unknown>
  /** Raises an error that no script can catch. */
  fail(message: string): never
  /** Throws where the reference refuses an assignment at run time. */
  refuse(message: string): never
  /** The same for `++` and `--`. */
  refuseUpdate(): never
  /** Throws where a regular expression cannot be converted. */
  unsupported(message: string): never
  /** Reports that a line runs, where the host asked for that. */
  markLine(line: number): void
  /** Reports the value of a variable. */
  markValue(site: number, line: number, name: string, value: unknown): void
}

export function makeHelpers(host: DialectHost): Helpers {
  const { Error, ReferenceError, SyntaxError, TypeError, Promise, WeakSet } = globalThis
  const { defineProperty } = Reflect
  const then = method(Promise.prototype, 'then')
  const add = method(WeakSet.prototype as WeakSet<object>, 'add')
  const has = method(WeakSet.prototype as WeakSet<object>, 'has')
  const translated = new WeakSet<object>()

  const helpers: Helpers = {
    value: undefined,
    key: undefined,
    keys: [],
    sites: undefined,

    caught(thrown) {
      if (!(thrown instanceof Error) || has(translated, thrown)) return thrown
      add(translated, thrown)
      const message = translate(thrown as EngineError, helpers.sites, helpers)
      if (message !== undefined)
        defineProperty(thrown, 'message', { value: message, writable: true, configurable: true, enumerable: false })
      return thrown
    },

    await(value) {
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

    power: (base, exponent) =>
      typeof base === 'number' && typeof exponent === 'number' ? pow(base, exponent) : (base as number) ** (exponent as number),

    *each(items) {
      for (const item of items) yield helpers.await(item)
    },

    fail: (message) => host.fail(message),
    refuse(message) {
      throw new ReferenceError(message)
    },
    refuseUpdate() {
      throw new TypeError('Invalid left-hand side expression')
    },
    unsupported(message) {
      throw new SyntaxError(message)
    },
    markLine: (line) => host.markLine(line),
    markValue: (site, line, name, value) => host.markValue(site, line, name, value),
  }
  return helpers
}
