// Decides which words of a text or a question count, their stems, and which words a reader may have meant by another one.

import { stemmer } from 'stemmer'

/** Words of questions that are in every page. */
const unheard = new Set(
  `a about all also am an and any are as at be been being but by can could did do does for from get gets give has have how i if in into is it
  its just let like make many me my need of on or our out please should so some than that the their them then there these they this those to
  up us use used using want was way we were what when where whether which who why will with would you your`.split(/\s+/),
)

/** Each line: what readers ask for, and what the pages call it. */
const groups = `
  freeze stop pause halt
  clock time date now
  append write publish post
  delete remove tombstone
  reset clear wipe clean
  credentials password login authentication auth
  offline disconnected network
  run build work
  query projection
  compare diff differ difference
  supported implemented missing limits unsupported
  empty blank undefined
  install setup
  embed iframe frame
  mock stub fake
  error failure fault fail
  seed fill fixture
  sequence order
  debug step breakpoint
  expire maxage
  docker container
  slow latency delay
  cors origin
  csp policy
  export backup download
  listen subscribe subscription watch
  conflict race concurrency version
  deploy push
  licence license
  language translation german
  typescript types
  count counter
  rename name
  browser chrome firefox safari
`

/** @returns the words of a text in lower case; `store.onChange`, `max-age` and `$ce-order` whole and by their parts. */
export function tokens(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_$-]+/u).flatMap((word) => {
    const parts = word.split(/[-_$]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '')
    return word === '' ? [] : [...new Set([word, word.replace(/^\$+/, ''), ...parts])]
  })
}

/** @returns the stem, the same for `appended` and `Appending`; undefined for a word that is in every page. */
export function termOf(word: string): string | undefined {
  const lower = word.toLowerCase()
  if (unheard.has(lower)) return undefined
  return /^[a-z]+$/.test(lower) ? stemmer(lower) : lower
}

const relatives = new Map<string, Set<string>>()
for (const line of groups.trim().split('\n')) {
  const stems = line.trim().split(' ').map(stemmer)
  for (const stem of stems) relatives.set(stem, new Set([...(relatives.get(stem) ?? []), ...stems.filter((other) => other !== stem)]))
}

/** @returns stems of other words for the same thing. */
export const relativesOf = (term: string): readonly string[] => [...(relatives.get(term) ?? [])]
