// Asks the engine what is wrong in a query that is being written. Loads with the code editor.

import { factsOf } from '../../base/release/releases.ts'
import type { Release } from '../../base/release/facts.ts'
import type { Diagnostic } from '../../engine/queries/diagnostics.ts'
import { diagnose } from '../../engine/queries/diagnostics.ts'
import type { Draft } from '../model/draft/draft.ts'
import type { StoreNames } from '../model/store/store-names.ts'
import { diagnostics } from '../strings/english/diagnostics.ts'

export type QueryFinding = Diagnostic

/** Most findings: a text of another language would be full of them. */
const most = 20

/** What decides beside the text. */
export interface JudgedFor extends Pick<Draft, 'emit'> {
  readonly names: StoreNames
  /** Default: the default release. */
  readonly release: Release | undefined
}

/**
 * @returns the findings, in the order of the text. Syntax errors that no edit mends are left out: the store reports them in the server's words.
 */
export async function findingsIn(text: string, { emit, names, release }: JudgedFor): Promise<readonly QueryFinding[]> {
  const language = release && factsOf(release).language
  const found = await diagnose(text, { emitEnabled: emit, seen: names, language, words: diagnostics })
  return found.filter(({ code, fix }) => code !== 'syntax' || fix).slice(0, most)
}
