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
    columns: 'Query width',
    rows: 'Query and result height',
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
  send: 'Send',
  start: 'Start the playground',
  starting: 'The playground is starting.',
  ready: 'The playground is ready.',
  startedOver: 'The playground has started over.',
  failed: 'The playground could not start.',
  tryAgain: 'Try again',
  openWithoutLink: 'Open without the link',
  newerLink: (version: number) => `This link was made by a newer release of the playground (version ${version}).`,
  newerLinkHint: 'Reload the page to get the latest release. If that does not help, ask for the scenario as a file.',
  brokenLink: (reason: string) => `This link is broken: ${reason}.`,
  brokenLinkHint: 'Copy the whole link again: many programs cut long links off. Or open this page’s own playground.',
})
