// English texts of the playground's frame: header, tabs, start and failure.

import { replaceable } from '../texts.ts'

export const frame = replaceable('frame', {
  untitled: 'Playground',
  panels: {
    lesson: 'Lesson',
    editor: 'Query',
    result: 'Result',
    log: 'Log',
    streams: 'Streams',
    map: 'Map',
    requests: 'Requests',
    steps: 'Steps',
  },
  panelTabs: 'Panels',
  splitters: {
    columns: 'Width of the query',
    rows: 'Height of query and result',
  },
  splitterHint: 'Drag, or use the arrow keys. Double-click to reset.',
  noState: 'no state yet',
  faulted: 'Faulted',
  readonly: 'Read-only',
  lentStore: 'The page’s store',
  inMemory: 'In memory',
  startOver: 'Start over',
  share: 'Share',
  dismiss: 'Dismiss',
  start: 'Start the playground',
  starting: 'The playground is starting.',
  ready: 'The playground is ready.',
  startedOver: 'The playground is back at its starting point.',
  failed: 'The playground could not start.',
  tryAgain: 'Try again',
  openWithoutLink: 'Open without the link',
  newerLink: (version: number) => `The link in the address was made by a later release of the playground (version ${version}).`,
  newerLinkHint: 'Reload the page, which may have been updated since. If that does not help, ask for the scenario as a file.',
  brokenLink: (reason: string) => `The link in the address is broken: ${reason}.`,
  brokenLinkHint: 'Copy the whole link again: programs often cut off long ones. Or open the page’s own playground instead.',
})
