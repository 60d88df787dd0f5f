// Functions: the server compiles no texts, and `toString` shows no source.

import { disguise, method, remove, replace } from '../replace.ts'

export function bridgeFunctions(): void {
  const { defineProperty, getPrototypeOf } = Reflect
  const originalText = method(Function.prototype, 'toString')
  const matches = method(RegExp.prototype, 'test')
  const bound = /^bound /

  /** Refuses to compile, called with `new` or without. */
  const withoutCompiler = (original: object): (() => never) =>
    disguise(function () {
      throw new TypeError('String compilation has been disabled in engine options')
    }, original)

  /** The constructors of all four kinds of functions; only the first has a name in the global object. */
  for (const example of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    const prototype = getPrototypeOf(example) as object
    const refuse = withoutCompiler(prototype.constructor)
    defineProperty(refuse, 'prototype', { value: prototype, writable: false })
    const fixed = prototype !== Function.prototype
    defineProperty(prototype, 'constructor', { value: refuse, writable: !fixed, configurable: true, enumerable: false })
  }
  defineProperty(globalThis, 'Function', { value: Function.prototype.constructor, writable: true, configurable: true, enumerable: false })

  replace(globalThis, {
    eval(text: unknown) {
      if (typeof text === 'string') throw new TypeError('String compilation has been disabled in engine options')
      return text
    },
  })

  replace(Function.prototype, {
    toString(this: (...args: never[]) => unknown) {
      // Refuses other values.
      originalText(this)
      const name: unknown = this.name
      return 'function ' + (typeof name === 'string' && !matches(bound, name) ? name : '') + '() { [native code] }'
    },
  })

  // Extras of QuickJS.
  remove(Function.prototype, 'fileName', 'lineNumber', 'columnNumber')
}
