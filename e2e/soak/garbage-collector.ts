// Gives measurements in Node the garbage collector, without an option of the command.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** @returns a function that collects all garbage in one go. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose_gc')
  return runInNewContext('gc') as () => void
}
