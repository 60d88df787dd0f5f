// The members that only newer versions of the server's script engine have (26 §6.8): made here where QuickJS lacks them, removed for
// older versions.

import type { LanguageFacts } from '../../../base/release/facts.ts'
import { bridgeBytes } from './bytes.ts'
import { sumPrecise } from './sum-precise.ts'
import { add, remove } from './replace.ts'

/** Before the memory of an engine is copied: the library of the newest version. */
export function bridgeLibrary(): void {
  const { TypeError } = globalThis
  const { isInteger } = Number
  const { defineProperty } = Reflect
  bridgeBytes()
  remove(Math, 'sumPrecise')
  add(Math, 'sumPrecise', { sumPrecise }.sumPrecise)
  const atomics = {}
  add(
    atomics,
    'pause',
    {
      pause(...given: unknown[]): void {
        if (given[0] !== undefined && !isInteger(given[0])) throw new TypeError('Invalid iteration count')
      },
    }.pause,
  )
  defineProperty((atomics as { pause: object }).pause, 'length', { value: 0, configurable: true })
  add(globalThis, 'Atomics', atomics)
}

/** For one query, whose language may be that of an older version. */
export function fitLibrary(engine: LanguageFacts['engine']): void {
  if (engine === 'jint-4') return
  remove(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
  remove(Promise, 'try')
  remove(ArrayBuffer.prototype, 'transfer', 'transferToFixedLength', 'resize', 'resizable', 'maxByteLength', 'detached')
  remove(Math, 'f16round', 'sumPrecise')
  remove(DataView.prototype, 'getFloat16', 'setFloat16')
  remove(Uint8Array, 'fromBase64', 'fromHex')
  remove(Uint8Array.prototype, 'toBase64', 'toHex', 'setFromBase64', 'setFromHex')
  remove(globalThis, 'Float16Array')
  // The names are there, without a value.
  add(globalThis, 'Atomics', undefined)
  add(globalThis, 'SharedArrayBuffer', undefined)
}
