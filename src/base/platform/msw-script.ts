// Recognises msw's worker script, minified or not, and whether it is of a supported version.

export type MswScript = 'current' | 'older' | 'foreign'

/** Messages from the page to the script, and its answer to a request: strings and platform names survive every minifier. */
const signs = ['MOCK_ACTIVATE', 'INTEGRITY_CHECK_REQUEST', 'respondWith']

/** Before version 3 the closing message had another name and no answer, for which today's msw would wait for ever. */
const farewell = /["'`]CLIENT_CLOSE["'`]/
const olderFarewell = /["'`]CLIENT_CLOSED["'`]/

/** @returns `older` for a script of msw 2, with which `startStore` cannot work. */
export function recognizeMswScript(text: string): MswScript {
  if (!signs.every((sign) => text.includes(sign))) return 'foreign'
  return olderFarewell.test(text) && !farewell.test(text) ? 'older' : 'current'
}
