// The global object: removes globals that the server lacks, and adds those that it has.

import { add, remove, replace } from '../replace.ts'

export function bridgeGlobals(): void {
  const { Iterator, Promise, TypeError } = globalThis as typeof globalThis & { Iterator?: { prototype: object } }
  const { getPrototypeOf, ownKeys } = Reflect

  remove(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
  remove(Set, 'groupBy')
  remove(Map.prototype, 'getOrInsert', 'getOrInsertComputed')
  remove(WeakMap.prototype, 'getOrInsert', 'getOrInsertComputed')
  remove(Promise, 'try')
  remove(ArrayBuffer.prototype, 'transfer', 'transferToFixedLength', 'resize', 'resizable', 'maxByteLength', 'detached')
  remove(Error, 'captureStackTrace', 'stackTraceLimit', 'prepareStackTrace', 'isError')
  remove(Math, 'f16round', 'sumPrecise')
  remove(DataView.prototype, 'getFloat16', 'setFloat16')
  for (const type of [Uint8Array, Uint8Array.prototype]) {
    remove(type, 'fromBase64', 'fromHex', 'toBase64', 'toHex', 'setFromBase64', 'setFromHex')
  }
  const iterators = Iterator?.prototype ?? (getPrototypeOf(getPrototypeOf([][Symbol.iterator]()) as object) as object)
  for (const name of ownKeys(iterators)) if (name !== Symbol.iterator) remove(iterators, name)
  remove(globalThis, Symbol.toStringTag, 'Iterator', 'Float16Array', 'InternalError', 'SharedArrayBuffer', 'Atomics')
  remove(globalThis, 'performance', 'navigator', 'queueMicrotask', 'print', 'console')

  const { isFinite } = globalThis
  replace(globalThis, {
    /** With more than one argument, as in `list.filter(isFinite)`, the server says false. */
    isFinite: (...given: unknown[]) => given.length === 1 && isFinite(given[0] as number),
  })

  // The server has these names without a value.
  add(globalThis, 'Atomics', undefined)
  add(globalThis, 'SharedArrayBuffer', undefined)

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
