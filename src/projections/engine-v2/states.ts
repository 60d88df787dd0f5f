// Answers requests for states of a projection in Engine V2: those in memory, or else the last ones in streams (26 §7.3).

import type { ReadTransaction } from '../../storage/storage.ts'
import type { Streams } from '../../streams/streams.ts'
import type { EngineV2Run } from '../model/run.ts'
import { readPartitions } from '../partitions/rows.ts'
import type { StateOutcome } from '../partitions/texts.ts'
import { storedStateIn } from './checkpoint.ts'

/** State and result are the same text. @param partition empty for the root. */
export async function engineV2StateIn(
  tx: ReadTransaction,
  streams: Streams,
  { name, run, partition }: { readonly name: string; readonly run: EngineV2Run; readonly partition: string },
): Promise<StateOutcome> {
  const met = run.core === 'Running' ? (await readPartitions(tx, run, [partition])).get(partition) : undefined
  const text = met?.result ?? (await storedStateIn(tx, streams, name, partition)) ?? ''
  return { kind: 'texts', state: text, result: text, position: undefined }
}
