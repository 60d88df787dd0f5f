// Decides whether a text is msw's worker script, also where a build has minified it, and whether it speaks with the msw that is needed.

export type MswScript = 'current' | 'older' | 'foreign'

/** The messages that a page sends to the script and the one answer to a request: strings and names of the platform survive every minifier. */
const signs = ['MOCK_ACTIVATE', 'INTEGRITY_CHECK_REQUEST', 'respondWith']

/** Before version 3 pages said goodbye with another word, and got no answer: the msw of today would wait for one for ever. */
const farewell = /["'`]CLIENT_CLOSE["'`]/
const olderFarewell = /["'`]CLIENT_CLOSED["'`]/

/** @returns `older` for a script of msw 2, with which `startStore` cannot work. */
export function recognizeMswScript(text: string): MswScript {
  if (!signs.every((sign) => text.includes(sign))) return 'foreign'
  return olderFarewell.test(text) && !farewell.test(text) ? 'older' : 'current'
}
