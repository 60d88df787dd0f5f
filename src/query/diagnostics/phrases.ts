// Parts of sentences that rules choose by name: what a call takes, what comes of a fault, what to do. Tools can say them in another language.

export const phrases = {
  // Where a method of the chain stands.
  'follows-all-or-category': 'it follows fromAll and fromCategory. Use partitionBy for streams.',
  'one-when': 'a chain has one when, behind its selector or its partitions.',
  'between-selector-and-when': 'it stands between the selector and when.',
  'behind-when': 'it stands behind when.',
  'part-is-over': (after: string): string => `${after} ends that part of the chain.`,

  // What a call takes, and what is wrong with what it gets.
  'one-name': "one name; fromStreams(['…', '…']) takes several",
  'category-name': 'the name of a category',
  'names-as-texts': 'names as texts',
  'a-function': 'a function',
  'emit-takes': 'a stream, an event type, an object as data, and an object as metadata if need be',
  'link-takes': 'a stream and the event, as in linkTo(stream, event)',
  'link-stream-takes': 'a stream and the name of the linked stream',
  'all-missing': 'All are missing.',
  'both-missing': 'Both are missing.',
  'event-missing': 'The event is missing.',
  'type-missing': 'The event type is missing.',
  'type-and-data-missing': 'Event type and data are missing.',
  'data-missing': 'The data are missing.',
  'linked-stream-missing': 'The linked stream is missing.',
  'first-no-text': 'The first is no text.',
  'second-no-text': 'The second is no text.',
  'second-no-event': 'The second is not the event.',
  'data-no-object': 'The data are no object.',
  'third-is-metadata': 'The third, if any, is an object as metadata.',
  'third-beside-fourth': 'A third counts only beside a fourth.',
  'needs-reordering': 'it needs reorderEvents',
  'results-behind-output-state': 'a continuous projection writes results only with outputState(), transformBy or filterBy',
  'copies-nothing': 'servers do nothing for it. linkTo links an event, emit writes one',
  'counts-for-all': 'it counts for fromAll()',

  // What comes of it.
  'sum-is-nan': 'the sum becomes NaN',
  'reading-faults': 'reading a member of it faults',
  'length-undefined': 'its length is undefined',
  'loop-faults': 'going through it faults',
  'method-faults': (method: string): string => `${method} faults`,
  'no-first-state': 'so the state is undefined at the first event',
  'no-partition': 'so no event gets a partition and none is handled',
  'no-result': 'so that there is no result',
  'no-result-passes': 'so that no result passes',

  // Things.
  'a-text': 'a text',
  'a-number': 'a number',
  'a-boolean': 'true or false',
  'a-list': 'a list',
  'an-object': 'an object',
  'a-value': 'a value',
  'what-it-assigns': 'what it assigns',
  'length-of-list': 'the length of a list',
  'to-return-it': 'to return it',
  'the-event': 'The event',
  'raw-of-event': (member: string): string => `The event’s ${member}`,
  'a-stream': 'a stream',
  'own-stream': 'the event’s own stream',
  'all-of': (total: string): string => `all ${total}`,
  'some-of': (count: string, total: string): string => `${count} of ${total}`,
  and: (...names: string[]): string => names.join(' and '),

  // What to do instead.
  'time-from-event': 'Take the time from the event: its data, or event.created.',
  'time-from-data': 'Take the time from the event’s data.',
  'derive-from-event': 'Derive it from the event.',
  'ids-from-event': 'A run has to repeat; take ids from the event.',
  'use-log': 'Use log(…), which writes to the server’s log.',
  'use-global-this': 'Use globalThis.',
  'use-on-any': 'Use on_any.',
  'use-pattern': 'Take the text apart with a regular expression.',
  'copy-as-json': 'Copy with JSON.parse(JSON.stringify(…)).',
  'keep-in-state': 'Keep what lasts in the state.',
  'format-where-shown': 'Format numbers and dates where they are shown.',
  'reads-events-only': 'A query reads events and nothing else.',
  'one-script': 'A query is one script without modules.',
  'runs-at-once': 'A handler runs to its end at once.',
  'no-clock': 'A query has no clock of its own; events carry their times in their data.',
  'no-page': 'A query has no page around it.',
  'no-web': 'A query has no web platform around it.',
  'no-process': 'A query has no process around it.',
  'no-node': 'A query has no Node around it.',
  'no-such-selector': 'This release has no such selector.',

  // Why a text does not parse.
  'no-modules': 'A query is a script, and cannot import or export.',
  'braces-are-block': 'The braces are a block. Put parentheses around the object: () => ({ … }).',
  'comma-missing': (thing: string): string => `A comma is missing behind this ${thing}.`,
  'sign-missing': (sign: string): string => `${sign} is missing here.`,
  'sign-too-many': (sign: string): string => `This ${sign} is one too many.`,
}

export type PhraseName = keyof typeof phrases

/** A phrase, with the words in it. */
export interface Said {
  readonly phrase: PhraseName
  readonly words: readonly string[]
}

export const say = (phrase: PhraseName, ...words: string[]): Said => ({ phrase, words })

/** Every phrase in one language. */
export type Phrases = Readonly<Record<PhraseName, string | ((...words: string[]) => string)>>

export function spelled({ phrase, words }: Said, spellings: Phrases = phrases): string {
  const text = spellings[phrase]
  return typeof text === 'string' ? text : text(...words)
}
