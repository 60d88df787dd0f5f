// The tables of subscriptions in storage: the state of each group, and the directory of all.

import type { ReadTransaction } from '../../storage/storage.ts'
import { table } from '../../storage/storage.ts'
import type { Directory } from './directory.ts'
import { emptyDirectory } from './directory.ts'
import type { Group } from '../group/group.ts'

/** Keyed by `groupKey`. */
export const groupTable = table<Group>('subscriptionGroups')

/** Holds one row. */
export const directoryTable = table<Directory>('subscriptions')
export const directoryKey = 'directory'

export const readDirectory = async (tx: ReadTransaction): Promise<Directory> =>
  (await tx.row(directoryTable, directoryKey)) ?? emptyDirectory
