// Decides which commands make sense for a projection, and says in a sentence what it does.

import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { projection as texts } from '../../strings/english/projection.ts'

/** Whether a projection is one of the five built-in ones, or named like them. */
export const isSystemProjection = (name: string): boolean => name.startsWith('$')

/** Commands that change something. */
export const allowedFor = ({ name, activity, canStop }: Pick<InspectedProjection, 'name' | 'activity' | 'canStop'>) => ({
  enable: activity !== 'running',
  disable: canStop,
  reset: true,
  delete: !isSystemProjection(name),
})

/** Whether the projection must be disabled before its deletion (projections-http §7.3). */
export const stopsFirst = ({ mode, isStopped }: Pick<InspectedProjection, 'mode' | 'isStopped'>): boolean =>
  mode !== 'Transient' && !isStopped

/** A sentence for screen readers. */
export const announcementOf = (
  { name, status, handled }: Pick<InspectedProjection, 'name' | 'status' | 'handled'>,
  partitions: number,
): string => texts.announcement(visibleLine(name), texts.status(status), handled, partitions)

/** A long status is cut between its words: "Faulted (Enabled)" becomes "Faulted" where there is no room for more. */
export function wordsOf(status: string): readonly [word: string, rest: string] {
  const [, word = status, rest = ''] = /^([^/( ]+)([/( ].*)$/.exec(status) ?? []
  return [word, rest]
}
