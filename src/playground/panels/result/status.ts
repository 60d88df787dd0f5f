// Decides what a projection's status means for the panel: its look, and the commands that make sense.

import { visibleLine } from '../../kit/visible-text.ts'
import { projection as texts } from '../../strings/english/projection.ts'

export interface ProjectionStatistics {
  readonly name: string
  readonly mode: 'Continuous' | 'OneTime' | 'Transient'
  /** In the server's words, e.g. `Faulted (Enabled)`. */
  readonly status: string
  readonly stateReason: string | null
  /** -1 if the projection never had a core; then it has no state either. */
  readonly version: number
  readonly epoch: number
  readonly position: string
  /** In percent; negative if unknown. */
  readonly progress: number
  readonly eventsProcessedAfterRestart: number
  readonly partitionsCached: number
  /** Milliseconds. */
  readonly coreProcessingTime: number
}

/** `busy`: changing from one of the others to the next. */
export type Tone = 'running' | 'completed' | 'stopped' | 'faulted' | 'busy'

/** @param status a text of projections-http §7.2. */
export function toneOf(status: string): Tone {
  if (/^Faulted|^Stopped\/Faulted/.test(status)) return 'faulted'
  if (status.startsWith('Running')) return 'running'
  if (status.startsWith('Completed')) return 'completed'
  return /^(Stopped|Aborted)/.test(status) ? 'stopped' : 'busy'
}

/** Whether a projection is one of the five built-in ones, or named like them. */
export const isSystemProjection = (name: string): boolean => name.startsWith('$')

export interface Allowed {
  readonly enable: boolean
  readonly disable: boolean
  readonly reset: boolean
  readonly delete: boolean
}

/** Commands that change something. */
export function allowedFor({ name, status }: Pick<ProjectionStatistics, 'name' | 'status'>): Allowed {
  const tone = toneOf(status)
  return {
    enable: tone !== 'running',
    disable: tone !== 'stopped' && !status.startsWith('Stopped'),
    reset: true,
    delete: !isSystemProjection(name),
  }
}

/** Whether the projection must be disabled before its deletion (projections-http §7.3). */
export const stopsFirst = ({ mode, status }: Pick<ProjectionStatistics, 'mode' | 'status'>): boolean =>
  mode !== 'Transient' && !/^(Stopped|Faulted)/.test(status)

/** From 0 to 100; undefined if unknown. */
export const percentOf = ({ progress }: Pick<ProjectionStatistics, 'progress'>): number | undefined =>
  progress < 0 || Number.isNaN(progress) ? undefined : Math.min(100, progress)

/** A sentence for screen readers. */
export const announcementOf = ({ name, status, eventsProcessedAfterRestart: count }: ProjectionStatistics, partitions: number): string =>
  texts.announcement(visibleLine(name), status, toneOf(status) === 'completed' ? undefined : count, partitions)
