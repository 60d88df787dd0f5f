// English texts of the bar that offers to take back the last deed.

import { countsIn } from '../counts.ts'
import { replaceable } from '../texts.ts'

const { counted } = countsIn('en')

export const undo = replaceable('undo', {
  reset: 'The playground is back at its starting point.',
  draft: 'The query is the scenario’s own again.',
  deletedStream: (name: string): string => `Deleted the stream ${name}.`,
  deletedProjection: (name: string): string => `Deleted the projection ${name}.`,
  alsoLost: (count: number): string =>
    `Undoing also takes back ${count === 1 ? 'the change' : `the ${counted(count, 'change')}`} made since then.`,
  undo: 'Undo',
  undoAnyway: 'Undo anyway',
  dismiss: 'Dismiss',
  undone: 'Undone.',
})
