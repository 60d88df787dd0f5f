// Says what a store has instead of a promise.

import type { Instead } from '../../../engine/scenario/lesson-promises.ts'
import type { LessonPromise } from '../../../engine/scenario/scenario.ts'
import { stateChanges } from '../../model/steps/state-changes.ts'
import { lesson as texts } from '../../strings/english/lesson.ts'

/** A promise about the store, in place of the answer to the step's own request. */
export type StorePromise = Exclude<LessonPromise, { readonly status: number }>

/** The members that differ, where they are few; otherwise all that was found. */
export function insteadLines(promise: StorePromise, instead: Instead): readonly string[] {
  if (instead.kind === 'state' && 'state' in promise) {
    const changes = stateChanges(JSON.stringify(promise.state), instead.state)
    if (changes.length <= 5 && changes.every(({ path }) => path !== ''))
      return changes.map(({ path, before, after }) => texts.differs(path, before, after))
  }
  return [texts.found(insteadText(instead))]
}

function insteadText(instead: Instead): string {
  switch (instead.kind) {
    case 'no-response':
      return texts.noResponse
    case 'status':
      return texts.status(instead.status)
    case 'reason':
      return texts.reason(instead.reason)
    case 'state':
      return texts.state(instead.state)
    case 'events':
      return texts.events(instead.events)
  }
}
