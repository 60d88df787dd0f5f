// Tells of projections that feed themselves, once for each of their runs, in whatever tab they run.

import type { Projections } from '../../projections/projections.ts'
import { runRows } from '../../projections/model/tables.ts'
import type { Storage } from '../../storage/storage.ts'

/** A projection that feeds itself never stops committing, so a look after this many commits is soon enough. */
const commitsPerLook = 32

/** @returns a function that stops the calls. */
export function watchSelfFeeding(
  storage: Pick<Storage, 'onCommit'>,
  { selfFeeding }: Pick<Projections, 'selfFeeding'>,
  { listener, report }: { readonly listener: (projection: string) => void; readonly report: (error: unknown) => void },
): () => void {
  const told = new Set<string>()
  let commits = 0

  const look = async (): Promise<void> => {
    for (const { projection, run } of await selfFeeding()) {
      if (told.has(run)) continue
      told.add(run)
      listener(projection)
    }
  }

  return storage.onCommit(({ tables }) => {
    if (tables && !tables.includes(runRows.name)) return
    commits++
    if (commits % commitsPerLook === 0) look().catch(report)
  })
}
