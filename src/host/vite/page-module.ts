// Writes the module that gives an application's page its projections, and brings saved ones to the stores that the page has started.

import type { ProjectionFile } from '../../engine/queries/files/projection-file.ts'
import type { BroughtProjection } from '../../engine/queries/files/store-projections.ts'
import type { Store } from '../../engine/store.ts'
import { leftProjectionsKey } from '../left-projections.ts'
import { storesQuestion } from '../stores-question.ts'

/** What pages import. */
export const moduleName = 'virtual:rillbox/projections'

/** Event of the development server: a file was saved. */
export const updateEvent = 'rillbox:projections'

export interface ProjectionUpdate {
  readonly projections: readonly ProjectionFile[]
  /** What is wrong with files that are not among the projections. */
  readonly problems: readonly string[]
}

export const pageModule = (projections: readonly ProjectionFile[]): string =>
  [
    `const projections = ${JSON.stringify(projections, null, 2)}`,
    'export default projections',
    `globalThis[Symbol.for('${leftProjectionsKey}')] = projections`,
    `if (import.meta.hot) import.meta.hot.on('${updateEvent}', ${String(update)})`,
    `const names = ${JSON.stringify({ left: leftProjectionsKey, question: storesQuestion })}`,
    '',
  ].join('\n')

/** As the module declares it. */
declare const names: { readonly left: string; readonly question: string }

/* eslint-disable no-console -- a developer who saves a file looks there */
/** Runs in the page, and refers to nothing of this file. */
function update({ projections, problems }: ProjectionUpdate): void {
  for (const problem of problems) console.error(`[rillbox] ${problem}`)
  Object.assign(globalThis, { [Symbol.for(names.left)]: projections })
  const tell = ({ name, file, outcome, reason }: BroughtProjection): void => {
    if (reason !== undefined) console.error(`[rillbox] ${file}: the projection "${name}" is ${outcome}: ${reason}`)
    else if (outcome !== 'unchanged') console.info(`[rillbox] ${file}: the projection "${name}" is ${outcome}.`)
  }
  const bring = ({ store }: { readonly store: Pick<Store, 'projectAll'> }): void =>
    void store.projectAll(projections).then(
      (brought) => brought.forEach(tell),
      (error: unknown) => console.error(error),
    )
  // A server that renders pages starts no stores.
  const page = globalThis as { dispatchEvent?(event: Event): unknown }
  page.dispatchEvent?.(new CustomEvent(names.question, { detail: bring }))
}
