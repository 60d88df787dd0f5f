// The text of the query language: the prelude's functions as they are put into a sandbox.

import { builtinsText } from './dialect/builtins.ts'
import { sourceName } from './dialect/prepare.ts'
import { makeBodyBuilders } from './prelude/body-columns.ts'
import { makeChain } from './prelude/chain.ts'
import { startDefinition } from './prelude/definition.ts'
import { collectEmissions } from './prelude/emission.ts'
import { cutEvents } from './prelude/event-batch.ts'
import { makeEventObjects } from './prelude/event-object.ts'
import { executeEvents } from './prelude/execution.ts'
import { readFaults } from './prelude/fault.ts'
import { findReaders } from './prelude/found-readers.ts'
import { guardGuest } from './prelude/guest.ts'
import { registerHandlers } from './prelude/handlers.ts'
import { makeJsonReader } from './prelude/json-reader.ts'
import { defineLanguage } from './prelude/language.ts'
import { loadBatches } from './prelude/loading.ts'
import { keepLog } from './prelude/log.ts'
import { writeLate } from './prelude/late-texts.ts'
import { listMembers } from './prelude/member-names.ts'
import { spellNumbers } from './prelude/number-text.ts'
import { readOptions } from './prelude/options.ts'
import { orderEvents } from './prelude/order.ts'
import { collectOutcome } from './prelude/outcome.ts'
import { keepPace } from './prelude/pace.ts'
import { keepPartitions } from './prelude/partitions.ts'
import { capturePrimordials } from './prelude/primordials.ts'
import { watchProxies } from './prelude/proxies.ts'
import { makeReadEvents } from './prelude/read-events.ts'
import { runBatches } from './prelude/run.ts'
import { makeShapeWriters } from './prelude/shape-writers.ts'
import { openSession } from './prelude/session.ts'
import { makeStateWriter } from './prelude/state-writer.ts'
import { setTime } from './prelude/time.ts'
import { makeTransform } from './prelude/transforms.ts'
import { testValues } from './prelude/values.ts'
import { collectWrites } from './prelude/writes.ts'

/**
 * An expression whose value is a function from functions of the host (`Sandbox.runJobs`, `orderNames` and `look`) to the session of
 * `prelude/session.ts`. Each part refers to nothing outside itself, so its text is all of it; what bundlers insert into function bodies is
 * defined harmlessly in front. The built-ins are captured before the dialect replaces them.
 */
export const preludeText = `(function (runJobs, orderNames, look) {
'use strict'
const __name = (value) => value
const sourceName = '${sourceName}'
const primordials = (${String(capturePrimordials)})()
const guest = (${String(guardGuest)})(primordials)
const log = (${String(keepLog)})(primordials)
const pace = (${String(keepPace)})(look)
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
