// The global object: removes globals that the server lacks, and adds those that it has.

import { add, remove, replace } from '../replace.ts'

export function bridgeGlobals(): void {
  const { Iterator, TypeError } = globalThis as typeof globalThis & { Iterator?: { prototype: object } }
  const { getPrototypeOf, ownKeys } = Reflect

  remove(Set, 'groupBy')
  remove(Map.prototype, 'getOrInsert', 'getOrInsertComputed')
  remove(WeakMap.prototype, 'getOrInsert', 'getOrInsertComputed')
  remove(Error, 'captureStackTrace', 'stackTraceLimit', 'prepareStackTrace', 'isError')
  const iterators = Iterator?.prototype ?? (getPrototypeOf(getPrototypeOf([][Symbol.iterator]()) as object) as object)
  for (const name of ownKeys(iterators)) if (name !== Symbol.iterator) remove(iterators, name)
  remove(globalThis, Symbol.toStringTag, 'Iterator', 'InternalError')
  remove(globalThis, 'performance', 'navigator', 'queueMicrotask', 'print', 'console')

  const { isFinite } = globalThis
  replace(globalThis, {
    /** With more than one argument, as in `list.filter(isFinite)`, the server says false. */
    isFinite: (...given: unknown[]) => given.length === 1 && isFinite(given[0] as number),
  })

  /** A realm can do nothing, because no text is compiled. */
  class ShadowRealm {
    evaluate(text: unknown): never {
      throw new TypeError(
        typeof text === 'string'
          ? 'String compilation has been disabled in engine options'
          : 'Cannot evaluate ' + typeof text + ' in a ShadowRealm',
      )
    }
    importValue(): Promise<never> {
      return Promise.reject(new TypeError('Module loading has been disabled, you need to enable it in engine options'))
    }
  }
  add(globalThis, 'ShadowRealm', ShadowRealm)
}
