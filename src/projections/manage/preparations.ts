// Keeps what preparing a text has found out beside its projection, so that a restart opens no query.

import type { Sources } from '../../query/query.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import type { Definition } from '../model/definition/definition.ts'
import type { FaultReason } from '../model/tables.ts'
import { preparationRows, preparationRules } from '../model/tables.ts'
import type { Services } from '../services.ts'
import type { Prepared } from './prepare.ts'

/** A text, as far as starting a projection needs to know it. */
export type Known = { readonly kind: 'usable'; readonly sources: Sources } | { readonly kind: 'unusable'; readonly fault: FaultReason }

export const knownBy = (prepared: Prepared): Known =>
  prepared.kind === 'usable' ? { kind: 'usable', sources: prepared.query.definition.sources } : prepared

type Setting = Pick<Services, 'settings'>
type Text = Pick<Definition, 'handlerType' | 'query'>

/** Notes the outcome for the next restart, unless it may be another one then. */
export function noteIn({ settings }: Setting, tx: WriteTransaction, name: string, { handlerType, query }: Text, prepared: Prepared): void {
  const known = knownBy(prepared)
  const row = { rules: preparationRules, release: settings.release, handlerType, query, sources: undefined, fault: undefined }
  if (known.kind === 'usable') tx.putRow(preparationRows, name, { ...row, sources: known.sources })
  else if (prepared.kind === 'unusable' && prepared.isLasting) tx.putRow(preparationRows, name, { ...row, fault: known.fault })
}

/** @returns undefined if the text has to be prepared. */
export async function knownIn(
  { settings }: Setting,
  tx: ReadTransaction,
  name: string,
  { handlerType, query }: Text,
): Promise<Known | undefined> {
  const row = await tx.row(preparationRows, name)
  if (row?.rules !== preparationRules || row.release !== settings.release) return undefined
  if (row.handlerType !== handlerType || row.query !== query) return undefined
  if (row.sources) return { kind: 'usable', sources: row.sources }
  return row.fault && { kind: 'unusable', fault: row.fault }
}
