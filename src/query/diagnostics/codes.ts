// Says for each code how serious it is, and in which words; docs/server/diagnostics.md has a paragraph for each.

/** `error`: the query faults, or is refused. `warning`: it runs, and most likely not as meant. `hint`: worth a look. */
export type Severity = 'error' | 'warning' | 'hint'

export type Facts = Readonly<Record<string, string | undefined>>

interface CodeRow {
  readonly severity: Severity
  readonly text: (facts: Facts) => string
}

const row = (severity: Severity, text: (facts: Facts) => string): CodeRow => ({ severity, text })

export const codes = {
  syntax: row('error', ({ said, sentence }) => (sentence ? `${sentence} The server says: ${said}.` : `${said}`)),

  // The chain and its sources.
  'empty-query': row('error', () => 'The query is empty: it chooses no events, and the server faults its projection.'),
  'no-source': row('error', () => 'The query chooses no events: it calls no selector like fromAll() or fromStream(…).'),
  'selector-not-called': row('error', ({ name }) => `${name} is a function: write ${name}(…) before the dot.`),
  'unknown-chain-method': row(
    'error',
    ({ name, after, instead }) => `${after}(…) has no method ${name}.${instead ? ` Did you mean ${instead}?` : ''}`,
  ),
  'misplaced-chain-method': row('error', ({ name, after, place }) => `${name} cannot follow ${after}: ${place}`),
  'method-not-called': row('warning', ({ name }) => `${name} is a method and is not called: parentheses are missing behind it.`),
  'selector-after-handlers': row(
    'error',
    ({ name, after }) => `${name} is no method of ${after}: selectors stand at the beginning of a chain.`,
  ),
  'selector-in-handler': row('warning', ({ name }) => `${name} exists only while the query is defined, not in a handler.`),
  'selector-argument': row('error', ({ name, wanted }) => `${name} takes ${wanted}.`),
  'mixed-sources': row(
    'error',
    ({ name }) => `${name} cannot be combined with the selector before it: a query reads all events, streams, or one category.`,
  ),
  'many-categories': row(
    'error',
    () => 'Several calls of fromCategory are refused. Write fromCategories([…]), which reads their $ce- streams.',
  ),
  'foreach-on-streams': row(
    'error',
    () =>
      'foreachStream() works after fromAll() and after fromCategory with one category; lists of streams or categories refuse it. Use partitionBy.',
  ),
  'category-as-stream': row(
    'warning',
    ({ name }) => `No stream is named ${name}; it is a category. fromCategory('${name}') reads its streams.`,
  ),
  'stream-as-category': row('warning', ({ name, category, prefix }) =>
    prefix
      ? `fromCategory puts ${prefix} in front of the name itself: write fromCategory('${category}').`
      : `The category of ${name} is ${category}: what stands before the first dash.`,
  ),
  'stream-pattern': row('warning', ({ name }) => `${name} is taken as the name of one stream: there are no wildcards.`),

  // Options.
  'unknown-option': row('error', ({ name, instead }) => `options() has no ${name}.${instead ? ` Did you mean ${instead}?` : ''}`),
  'option-type': row('error', ({ name, wanted }) => `${name} takes a ${wanted}.`),
  'reorder-needs-streams': row('error', () => 'reorderEvents works only for fromStreams with two streams or more.'),
  'reorder-needs-lag': row('error', () => 'reorderEvents needs a processingLag of 50 (milliseconds) or more.'),
  'option-without-effect': row('hint', ({ name, why }) => `${name} has no effect here: ${why}.`),

  // Handlers.
  'unknown-handler': row(
    'warning',
    ({ name, instead }) => `No handler is named ${name}.${instead ? ` Did you mean ${instead}?` : ''} It is taken as an event type.`,
  ),
  'any-beside-named': row('error', () => 'A query has either $any or handlers for named types. Behind named handlers $any is refused.'),
  'any-never-called': row('hint', () => '$any is never called: named handlers stand behind it, and only their events are read.'),
  'deleted-without-foreach': row('error', () => '$deleted needs foreachStream() in the chain.'),
  'deleted-has-no-event': row('warning', ({ name }) => `${name} is null in $deleted; the third parameter is the deleted stream.`),
  'duplicate-handler': row('error', ({ name }) => `A handler for ${name} was registered before.`),
  'overwritten-handler': row('warning', ({ name }) => `${name} stands twice in this object: only the last one counts.`),
  'handler-is-no-function': row('warning', ({ name }) => `${name} is not a function and is ignored.`),
  'parameter-order': row(
    'warning',
    ({ first }) => `The first parameter of a handler is the state, the second the event: ${first} holds the state here.`,
  ),
  'when-argument': row('warning', () => 'when takes one object with a handler for each type: when({ OrderPlaced: (state, event) => … }).'),
  'partition-not-text': row('hint', ({ what }) => `The partition is ${what}, so the event is skipped: return a text or a number.`),
  'event-only': row('warning', ({ role, name }) => `${role} gets one argument: ${name} is undefined.`),
  'async-handler': row(
    'warning',
    ({ name }) => `${name} returns a promise, which becomes the state and is stored as {}. Handlers run to their end at once.`,
  ),
  'generator-handler': row('hint', ({ name }) => `${name} is a generator: its body does not run as meant.`),
  'promise-in-handler': row('hint', () => 'Promises are never continued: code behind then() does not run.'),

  // State.
  'state-not-returned': row(
    'warning',
    ({ name }) => `${name} is replaced and not returned, so the old state stays. Return it, or change its members.`,
  ),
  'state-becomes-value': row(
    'warning',
    ({ what }) => `The handler returns ${what}, which replaces the whole state. Put the statement into braces, or return the state.`,
  ),
  'copy-not-returned': row('warning', ({ name }) => `${name} is changed, and nothing gets it: return ${name}.`),
  'this-in-handler': row(
    'warning',
    ({ instead }) => `this is not the state, and what it holds is lost. The state is the first parameter${instead ? `, ${instead}` : ''}.`,
  ),
  'text-for-number': row('warning', ({ member, value }) => `${member} begins as the text ${value}, so that += appends to it.`),
  'object-needs-parentheses': row(
    'warning',
    ({ name }) => `The braces are a block, so ${name} returns nothing. Put parentheses around the object: () => ({ … }).`,
  ),
  'nothing-returned': row('warning', ({ name, effect }) => `${name} returns nothing, ${effect}.`),
  'filter-not-true': row('hint', ({ what }) => `filterBy keeps a result for true alone, and this is ${what}: no result passes.`),
  'missing-init': row(
    'warning',
    ({ member, effect }) => `Without $init the state begins as {}: ${member} is undefined at the first event, and ${effect}.`,
  ),
  'missing-member': row(
    'warning',
    ({ member, effect }) => `$init does not set ${member}: it is undefined at the first event, and ${effect}.`,
  ),
  'lost-in-state': row(
    'hint',
    ({ name }) => `A ${name} in the state becomes {} when the state is stored. Use an object, an array or a text.`,
  ),
  'growing-state': row(
    'hint',
    ({ member }) => `${member} grows with every event, and the whole state is stored each time. KurrentDB 26 faults at 16 MiB.`,
  ),
  'state-is-pair': row(
    'warning',
    ({ name }) => `${name} is a pair here, the state and the shared state: write ([state, shared], event) => … or ${name}[0].`,
  ),
  'large-state': row(
    'hint',
    ({ size }) => `The state is ${size} long here. It is stored whole each time, and with its result KurrentDB 26 takes 16 MiB.`,
  ),
  'state-outside': row('hint', ({ name }) => `${name} lives outside the state: it is lost at a restart and not kept per partition.`),
  'shared-initial-state': row(
    'hint',
    ({ name }) => `$init hands the same ${name} to every partition, and handlers change it. Write it out in $init, or copy it.`,
  ),
  'missing-key': row('warning', ({ name, effect }) => `${name} is undefined for a new key, and ${effect}. Give it a first value.`),
  'unbounded-partitions': row('hint', ({ name }) => `${name} differs for every event, so that each gets a partition of its own.`),

  // Events.
  'unknown-member': row('warning', ({ name, instead }) => `Events have no ${name}.${instead ? ` Did you mean ${instead}?` : ''}`),
  'member-of-data': row('warning', ({ name, instead }) => `Events have no ${name}; their data have. Did you mean ${instead}?`),
  'created-since-26': row('warning', () => 'Events have created since KurrentDB 26.1; on this release it is undefined.'),
  'unknown-method': row(
    'warning',
    ({ name, kind, instead }) => `A${kind === 'object' ? 'n' : ''} ${kind} has no ${name}.${instead ? ` Did you mean ${instead}?` : ''}`,
  ),
  'already-parsed': row('warning', ({ name, raw }) => `${name} is parsed already; JSON.parse of it throws. ${raw} holds the text.`),
  'unknown-type': row('warning', ({ name, instead }) => `No event of type ${name} was seen.${instead ? ` Did you mean ${instead}?` : ''}`),
  'unknown-stream': row('warning', ({ name, instead }) => `No stream ${name} was seen.${instead ? ` Did you mean ${instead}?` : ''}`),
  'unknown-category': row(
    'warning',
    ({ name, instead }) => `No stream of a category ${name} was seen.${instead ? ` Did you mean ${instead}?` : ''}`,
  ),
  'unknown-field': row(
    'hint',
    ({ name, type, instead }) =>
      `No event${type ? ` of type ${type}` : ''} seen has a field ${name}.${instead ? ` Did you mean ${instead}?` : ''}`,
  ),
  'text-added': row(
    'warning',
    ({ name, count }) => `${name} is a text in ${count} events seen: + joins it to the number. Did you mean Number(${name})?`,
  ),
  'text-kept': row(
    'warning',
    ({ name, method, value }) => `${method} makes a text, so that the next + joins to ${name}. Did you mean Number(${value})?`,
  ),
  'object-as-list': row(
    'warning',
    ({ name, effect, instead }) =>
      `${name} is an object in all events seen, not a list: ${effect}.${instead ? ` Did you mean ${instead}?` : ''}`,
  ),
  'sorted-as-texts': row(
    'hint',
    ({ name }) => `sort() compares texts, so that 100 stands before 9 in ${name}. Did you mean sort((a, b) => a - b)?`,
  ),
  'part-of-id': row(
    'hint',
    ({ name, part, stream, instead }) => `${name} is ${part} for the stream ${stream}, and no whole id. Did you mean ${instead}?`,
  ),
  'partition-field-missing': row(
    'warning',
    ({ name, types }) => `No event of type ${types} seen has ${name}: partitionBy gives undefined for them, so the handler never runs.`,
  ),
  'field-sometimes-missing': row(
    'warning',
    ({ name, count, type, effect }) => `${name} is missing in ${count} events of type ${type} seen, and ${effect}.`,
  ),
  'number-across-streams': row(
    'warning',
    () => 'sequenceNumber counts within one stream, and events of many streams come here: their numbers cannot be compared.',
  ),

  // Names and calls.
  'unknown-function': row('error', ({ name, instead }) => `There is no function ${name}.${instead ? ` Did you mean ${instead}?` : ''}`),
  'unknown-name': row('error', ({ name, instead }) => `Nothing declares ${name}.${instead ? ` Did you mean ${instead}?` : ''}`),
  'foreign-global': row('error', ({ name, advice }) => `A query has no ${name}. ${advice}`),
  'emit-disabled': row('error', ({ name }) => `${name} faults the projection: it was created without emit. Create it with emit=yes.`),
  'emit-in-definition': row('error', ({ name }) => `${name} exists in handlers only.`),
  'emit-beside-handlers': row('warning', ({ name, role }) => `${name} in ${role} faults or is lost: emit in handlers for events.`),
  'emit-arguments': row('warning', ({ name, wanted, problem }) => `${name} takes ${wanted}. ${problem}`),
  'writes-into-source': row(
    'warning',
    ({ name, stream }) => `${name} writes to ${stream}, which the query reads. Others write there too, so that the projection faults.`,
  ),
  'feeds-itself': row(
    'warning',
    ({ name, stream }) => `${name} writes to ${stream}, which the query reads: it handles its own events without end.`,
  ),

  // What breaks a repeated run, and slips of the keyboard.
  'not-repeatable': row('hint', ({ name, advice }) => `${name} gives another value when events are read again. ${advice}`),
  'no-effect': row('warning', ({ meant }) => `Nothing uses the result.${meant ? ` Did you mean ${meant}?` : ''}`),
  'sign-for-operator': row('warning', ({ written, meant }) => `${written} assigns a number with a sign. Did you mean ${meant}?`),
  'assignment-in-condition': row('warning', () => 'The condition assigns. Did you mean ===?'),
  'template-in-quotes': row('warning', ({ name }) => `${name} stays as it is between these quotes. Did you mean backticks?`),
  'dropped-result': row('warning', ({ name }) => `${name} changes nothing, it returns a new value, and nothing uses that.`),
  'for-in-list': row('warning', () => 'for … in goes through the indexes of a list, as texts. Did you mean for … of, for its items?'),
  'index-as-condition': row(
    'warning',
    ({ name, instead }) =>
      `${name} is -1 where nothing is found, which counts as true, and 0 for the first, which counts as false. Compare it with -1, or ask ${instead}.`,
  ),
  'comparator-returns-boolean': row(
    'warning',
    ({ name }) => `The function of ${name} returns true or false. It has to return a number: below 0, 0, or above 0.`,
  ),
  'constant-assigned': row('warning', ({ name }) => `${name} is a constant: to assign to it faults. Declare it with let.`),
  'falls-through': row('hint', () => 'The case has no break at its end, so that the next one runs too.'),
} satisfies Record<string, CodeRow>

export type Code = keyof typeof codes

/** The sentence of every code in one language. */
export type Sentences = Readonly<Record<Code, CodeRow['text']>>

/** Address of the paragraph about a code. */
export const pageOf = (code: Code): string => `https://github.com/rillbox/rillbox/blob/main/docs/server/diagnostics.md#${code}`
