// English texts about running a query: the button, what runs, and how a run came out.

import { counted } from '../counts.ts'
import { replaceable } from '../texts.ts'

export const run = replaceable('run', {
  run: 'Run',
  keys: 'Ctrl ⏎',
  /** What the projection of this name runs, if not the text in the editor. */
  edited: 'Edited, not run',
  new: 'Not run yet',
  enterName: 'Enter a projection name.',
  systemName: 'Names that begin with $ belong to the system.',
  completed: (projection: string) => `${projection} has completed.`,
  handled: (projection: string, count: number) => `${projection} has handled ${count === 1 ? 'one event' : counted(count, 'event')}.`,
  /** Modes in a sentence. */
  modes: { Continuous: 'continuous', OneTime: 'one-time', Transient: 'transient' },
  replaces: (mode: string) => `Run first deletes the existing ${mode} projection with this name and everything it wrote.`,
})
