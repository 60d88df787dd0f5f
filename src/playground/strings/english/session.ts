// English texts about opening the store, and about its troubles.

import { replaceable } from '../texts.ts'

export const session = replaceable('session', {
  notOpen: 'The store is not open.',
  dropped: 'No response: the connection was dropped.',
  noAddress: (src: string) => `"${src}" is not a valid address for a scenario.`,
  noAddressHint: 'The attribute src takes a URL, like the href of a link.',
  notLoaded: (address: string) => `The scenario ${address} could not be loaded.`,
  notLoadedHint:
    'Check the connection. If the scenario is on another origin, that origin and the page’s content security policy must allow the request.',
  notFound: (address: string, status: string) => `The scenario ${address} could not be loaded: ${status}.`,
  notFoundHint: 'Check the address: it is relative to the page, not to the script.',
  scenarioInside: 'The scenario inside the element',
  scenarioAt: (address: string) => `The scenario ${address}`,
  notJson: (scenario: string, error: string) => `${scenario} is not valid JSON: ${error}`,
  notJsonHint: 'JSON requires double quotes and allows no comma after the last item.',
  queriesMissing: (scenario: string, problems: string) => `${scenario} names queries that are missing:\n${problems}`,
  queriesMissingHint: 'A path like "./totals.js" is relative to the scenario’s own address.',
  queryNotLoaded: (address: string) => `${address} could not be loaded`,
  queryNotFound: (address: string, status: string) => `${address} answers ${status}`,
  queryIsPage: (address: string) => `${address} answers with a page of HTML`,
  fileUnknown: (name: string) => `${name} is no file that a playground opens.`,
  fileProblem: (line: number, problem: string) =>
    `Line ${line}: ${problem}. A playground opens scenarios, snapshots, exports, and events, one JSON object a line.`,
  fileDeletion: (line: number, stream: string) =>
    `Line ${line} deletes ${stream} for good, which a list of events cannot do here. Open an export of the whole store.`,
  fileEmpty: (name: string) => `${name} has no events.`,
  fileKinds: 'A playground opens scenarios, snapshots, exports, and events, one JSON object a line.',
  notYours: 'This playground shows a store of the page.',
  notYoursHint: 'A file would replace what the page keeps in it.',
  partMissing: 'Part of the playground could not be loaded.',
  partMissingHint:
    'Check the connection and try again. If you host the playground yourself, keep every file of its folder next to element.js.',
  selfFeeding: (projection: string) => `The projection "${projection}" feeds itself.`,
  selfFeedingHint: 'It handles the events that it emits, so it never stops. Disable it, or have it read other streams than it emits to.',
})
