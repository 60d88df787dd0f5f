// The text of the query language: its functions as they are put into a sandbox.

import { builtinsText } from '../dialect/builtins.ts'
import { sourceName } from '../dialect/prepare.ts'
import { makeBodyBuilders } from './body-columns.ts'
import { makeChain } from './chain.ts'
import { startDefinition } from './definition.ts'
import { collectEmissions } from './emission.ts'
import { cutEvents } from './event-batch.ts'
import { makeEventObjects } from './event-object.ts'
import { executeEvents } from './execution.ts'
import { readFaults } from './fault.ts'
import { findReaders } from './found-readers.ts'
import { guardGuest } from './guest.ts'
import { registerHandlers } from './handlers.ts'
import { makeJsonReader } from './json-reader.ts'
import { defineLanguage } from './language.ts'
import { loadBatches } from './loading.ts'
import { keepLog } from './log.ts'
import { writeLate } from './lazy-state.ts'
import { listMembers } from './member-names.ts'
import { spellNumbers } from './number-text.ts'
import { readOptions } from './options.ts'
import { orderEvents } from './order.ts'
import { collectOutcome } from './outcome.ts'
import { keepPace } from './pace.ts'
import { keepPartitions } from './partitions.ts'
import { capturePrimordials } from './primordials.ts'
import { watchProxies } from './proxies.ts'
import { makeReadEvents } from './read-events.ts'
import { runBatches } from './run.ts'
import { makeShapeWriters } from './shape-writers.ts'
import { openSession } from './session.ts'
import { makeStateWriter } from './state-writer.ts'
import { setTime } from './time.ts'
import { makeTransform } from './transforms.ts'
import { testValues } from './values.ts'
import { collectWrites } from './writes.ts'

/**
 * An expression whose value is a function from functions of the host (`Sandbox.runJobs`, `orderNames` and `checkTime`) to the session of
 * `session.ts`. Each part refers to nothing outside itself, so its text is complete; the helper that bundlers call in function bodies is
 * defined in front. The built-ins are captured before the dialect replaces them.
 */
export const languageText = `(function (runJobs, orderNames, checkTime) {
'use strict'
const __name = (value) => value
const sourceName = '${sourceName}'
const primordials = (${String(capturePrimordials)})()
const guest = (${String(guardGuest)})(primordials)
const log = (${String(keepLog)})(primordials)
const pace = (${String(keepPace)})(checkTime)
const time = (${String(setTime)})(primordials, guest.clock)
const values = (${String(testValues)})(primordials, sourceName)
const json = (${String(makeJsonReader)})(primordials, guest)
const cut = (${String(cutEvents)})(primordials, json)
const memberNames = (${String(listMembers)})(primordials, orderNames)
const numberText = (${String(spellNumbers)})(primordials)
const writer = (${String(makeStateWriter)})({
  p: primordials, guest, sourceName, memberNames, numberText, makeShapeWriters: ${String(makeShapeWriters)},
})
const writes = (${String(collectWrites)})(primordials)
const emissions = (${String(collectEmissions)})({ p: primordials, guest, values, writer, writes, log })
const objects = (${String(makeEventObjects)})(primordials, guest, json, writer, cut)
const makeSchedule = (${String(orderEvents)})(primordials)
const helpers = (${builtinsText})({ fail: guest.fail, readJson: (text) => json.read(text, false, false), runJobs })
guest.caught = helpers.caught
const definition = (${String(startDefinition)})(primordials)
const handlers = (${String(registerHandlers)})(primordials, guest, values, writer, definition)
const options = (${String(readOptions)})(primordials, guest, values, writer, definition)
const chainAfter = (${String(makeChain)})(primordials, guest, values, handlers, definition)
const language = (${String(defineLanguage)})(
  { p: primordials, guest, definition, emissions, values, handlers, options, chainAfter },
)
const parts = {
  watchProxies: ${String(watchProxies)},
  makeReadEvents: ${String(makeReadEvents)},
  executeEvents: ${String(executeEvents)},
  writeLate: ${String(writeLate)},
  readFaults: ${String(readFaults)},
  loadBatches: ${String(loadBatches)},
  makeBodyBuilders: ${String(makeBodyBuilders)},
  findReaders: ${String(findReaders)},
  collectOutcome: ${String(collectOutcome)},
  keepPartitions: ${String(keepPartitions)},
  runBatches: ${String(runBatches)},
  makeTransform: ${String(makeTransform)},
}
return (${String(openSession)})(
  { p: primordials, guest, log, pace, json, cut, writer, writes, emissions, objects, makeSchedule, definition, language, time, helpers }, parts,
)
})`
