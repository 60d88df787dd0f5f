// English texts of the bar that offers to take back the last deed.

import { counted } from '../counts.ts'
import { replaceable } from '../texts.ts'

export const undo = replaceable('undo', {
  reset: 'The playground has started over.',
  draft: 'The original query is back.',
  branched: 'The store holds the branch, in place of what was here.',
  opened: (name: string): string => `Opened ${name} in place of what was here.`,
  deletedStream: (name: string): string => `Deleted the stream ${name}.`,
  deletedProjection: (name: string): string => `Deleted the projection ${name}.`,
  alsoLost: (count: number): string => `Undoing also reverts ${count === 1 ? 'the change' : `the ${counted(count, 'change')}`} made since.`,
  undo: 'Undo',
  undoAnyway: 'Undo anyway',
  dismiss: 'Dismiss',
  undone: 'Undone.',
})
