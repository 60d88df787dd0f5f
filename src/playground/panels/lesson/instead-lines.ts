// Says what a store has instead of a promise.

import type { Instead } from '../../../engine/scenario/lesson-promises.ts'
import type { LessonPromise } from '../../../engine/scenario/scenario.ts'
import { stateChanges } from '../../model/steps/state-changes.ts'
import { lesson as texts } from '../../strings/english/lesson.ts'

/** A promise about the store, in place of the answer to the step's own request. */
export type StorePromise = Exclude<LessonPromise, { readonly status: number }>

/** Of a state the members that differ, where they are few; otherwise all that was found. */
export function insteadLines(promise: StorePromise, instead: Instead): readonly string[] {
  if (instead.kind === 'reason') return [texts.reason(instead.reason)]
  if (instead.kind === 'events') return [texts.events(instead.events)]
  if (instead.kind !== 'state' || !('state' in promise)) return []
  const changes = stateChanges(JSON.stringify(promise.state), instead.state)
  const isFew = changes.length <= 5 && changes.every(({ path }) => path !== '')
  return isFew ? changes.map(({ path, before, after }) => texts.differs(path, before, after)) : [texts.state(instead.state)]
}
