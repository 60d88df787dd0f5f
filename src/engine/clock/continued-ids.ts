// Keeps the ids of a repeatable run apart from those that an earlier run of the same seed has left in the store.

import type { Environment } from '../../base/platform/environment.ts'
import { hashText } from '../../base/hash.ts'
import { runRows } from '../../projections/model/tables.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { seededRandom } from '../faults/random.ts'

export interface ContinuedIds {
  readonly uuid: Environment['uuid']
  /** From now on ids differ from those in this content, which an earlier run may have made; the same content leads to the same ids. */
  continueIn(tx: ReadTransaction): Promise<void>
}

/** @param environment one that is not repeatable makes ids that are new everywhere. */
export function continuedIds({ uuid, isRepeatable = false }: Pick<Environment, 'uuid' | 'isRepeatable'>): ContinuedIds {
  let mask: readonly number[] | undefined
  return {
    uuid: isRepeatable ? () => (mask ? masked(uuid(), mask) : uuid()) : uuid,
    async continueIn(tx) {
      if (!isRepeatable) return
      const mark = await markOf(tx)
      mask = mark === undefined ? undefined : maskFrom(mark)
    },
  }
}

/** Differs whenever an id was stored meanwhile, with an event or a run; undefined for an empty store, whose ids are those of the seed. */
async function markOf(tx: ReadTransaction): Promise<string | undefined> {
  const end = await tx.end()
  if (end === 0) return undefined
  const [[last], runs] = await Promise.all([tx.log({ from: end, direction: 'backward', limit: 1 }), tx.rows(runRows)])
  return [end, last?.id ?? '', ...runs.map(([, { id }]) => id)].join()
}

/** Version and variant keep their digits. */
const places = 'xxxxxxxxxxxx0xxxyxxxxxxxxxxxxxxx'

function maskFrom(mark: string): readonly number[] {
  const random = seededRandom(hashText(mark))
  return Array.from(places, (place) => Math.floor(random() * (place === 'x' ? 16 : place === 'y' ? 4 : 1)))
}

function masked(id: string, mask: readonly number[]): string {
  let place = 0
  return id.replaceAll(/[\da-f]/g, (digit) => (Number.parseInt(digit, 16) ^ mask[place++]!).toString(16))
}
