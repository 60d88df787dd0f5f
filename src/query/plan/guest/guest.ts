// The text that an engine evaluates starts here: the language with the plan's fast paths.

import type { HostFunctions } from '../../language/guest.ts'
import { openSession } from '../../language/session.ts'
import { findings } from './findings.ts'
import { enterState, noteState, stateText } from './late-state.ts'
import { eventsOf } from './light-events.ts'

/** @returns the session, whose functions the host calls. */
export default function guest(
  runJobs: HostFunctions['runJobs'],
  orderNames: HostFunctions['orderNames'],
  checkTime: HostFunctions['checkTime'],
  compareTexts: HostFunctions['compareTexts'],
  separatorsOf: HostFunctions['separatorsOf'],
) {
  return openSession(
    { runJobs, orderNames, checkTime, compareTexts, separatorsOf },
    { findings, eventsOf, enterState, noteState, stateText },
  )
}
