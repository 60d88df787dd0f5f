// The partitions of a run in Engine V2: how rows name them, and which of them have a state in memory (26 §7.3, §7.6).

import { sharedPartition } from '../../query/query.ts'

/** The name in streams: the shared state has that of the root. */
export const nameOf = (partition: string): string => (partition === sharedPartition ? '' : partition)
