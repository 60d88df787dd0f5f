// English texts of the share dialog, and of links that cannot be read.

import { replaceable } from '../texts.ts'

export const share = replaceable('share', {
  heading: 'Share',
  tabs: {
    link: 'Link',
    embed: 'Embed',
    test: 'Regression test',
  },
  tabList: 'Ways to share',
  element: 'As an element',
  elementHint: (folder: unknown) => ['For your own page. First copy ', folder, ' from the package to your site.'],
  frame: 'As a frame',
  frameHint: 'For pages that do not allow scripts. The frame shows this page, opened with the link.',
  frameTooLarge: 'A frame needs a link, and the content is too large for one.',
  testHint: 'Recreates this exact state and asserts the result of each projection.',
  testFile: (file: unknown) => ['Download the scenario, and put ', file, ' beside the test.'],
  vitest: 'Vitest',
  playwright: 'Playwright',
  writingTests: 'Writing the tests …',
  download: 'Download',
  /** What a copy button copies, and a download button downloads, for screen readers. */
  elementCode: 'code of the element',
  frameCode: 'code of the frame',
  vitestCode: 'test for Vitest',
  playwrightCode: 'test for Playwright',
  files: (command: unknown) => [
    'The scenario file has the same contents as the link; the store file has everything, including users. ',
    command,
    ' reads both.',
  ],
  downloadScenario: 'Download scenario',
  downloadStore: 'Download store',
  close: 'Close',
  leftOut: (names: string) => `Not included: ${names}. A scenario cannot represent their content.`,
  tooLarge: (characters: string, most: string) =>
    `This is too large for a link: it would be ${characters} characters long, and many programs cut links off after ${most}. Download the scenario instead; any playground can load it.`,
  content: 'The link contains the current events, projections and query, but no users or passwords.',
  link: 'Link',
  copy: 'Copy',
  creating: 'Creating the link …',
  copied: (characters: string) => `Copied. ${characters} characters.`,
  copyByHand: 'The browser does not allow copying here. Select the link and copy it yourself.',
  /** Reasons why a link cannot be read. */
  noVersion: 'it does not begin with a version',
  unknownVersion: (version: string) => `version ${version} does not exist`,
  invalidCharacters: 'it contains invalid characters',
  tooLargeToRead: 'it is too large',
  damaged: 'part of it is missing or was changed',
  noPlayground: 'it contains no playground',
})
