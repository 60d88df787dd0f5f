// The facts of the query's release that its built-ins ask for.

import type { LanguageFacts } from '../../../base/release/facts.ts'
import { fitLibrary } from './library.ts'

/** Set before the query's script runs. */
export let language: LanguageFacts

/** Turns the built-ins, which are the same in every engine, into those of one release. */
export function fitDialect(given: LanguageFacts): void {
  language = given
  fitLibrary(given.engine)
}
