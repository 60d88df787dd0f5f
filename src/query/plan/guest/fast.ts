// Puts the plan's fast paths in the places that the language leaves open: without a line, the language does that work itself.

import { seams } from '../../language/seams.ts'
import { bodiesOf } from './body-columns.ts'
import { findings, knowReaders } from './findings.ts'
import { eventsOf } from './light-events.ts'

/** Once the settings are known. */
export function fast(): void {
  knowReaders()
  seams.findings = findings
  seams.eventsOf = eventsOf
  seams.bodiesOf = bodiesOf
}
