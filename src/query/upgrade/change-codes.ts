// Says for each change between releases or engines how serious it is, and in which words; docs/server/upgrading.md has a paragraph for each.

import type { Facts, Severity } from '../diagnostics/codes.ts'

interface ChangeRow {
  readonly severity: Severity
  readonly text: (facts: Facts) => string
}

const row = (severity: Severity, text: (facts: Facts) => string): ChangeRow => ({ severity, text })

export const changeCodes = {
  // Between releases.
  differs: row('warning', ({ what }) => `Over the events at hand they differ: ${what}`),
  'syntax-refused': row('error', ({ to, reason }) => `${to} refuses the text: ${reason}`),
  'syntax-accepted': row('hint', ({ from, reason }) => `${from} refuses the text (${reason}); the other release takes it.`),
  'syntax-message': row('hint', ({ reason, other }) => `Both refuse the text, in other words: ${reason}, before: ${other}`),
  'created-member': row(
    'warning',
    ({ name, newer }) => `${name} is the time of the write in ${newer}, and undefined in the other release.`,
  ),
  'whole-event': row('warning', ({ newer }) => `The whole event is used here: in ${newer} it has one more member, created.`),
  'text-as-json': row('warning', ({ what, newer }) => `${what} is a text: ${newer} stores it as JSON, in quotes.`),
  'not-a-number': row('hint', ({ newer }) => `Where this is NaN or infinite, ${newer} stores null; the other release faults.`),
  'generator-runs-to-nothing': row(
    'warning',
    ({ name, newer }) => `${name} is a generator: in ${newer} it does nothing, before it faults.`,
  ),
  'unhandled-bodies': row(
    'warning',
    ({ newer }) => `Without handlers the state is the last body: ${newer} prints it anew, before it is the text.`,
  ),
  'scalar-bodies': row(
    'warning',
    ({ newer, type }) => `Events of type ${type} have data that are no objects: ${newer} hands them on, before reading them faults.`,
  ),
  'loose-json': row('warning', ({ newer, type }) => `Data of events of type ${type} are not strict JSON: ${newer} skips these events.`),
  culture: row(
    'warning',
    ({ name, newer }) => `${name} follows the culture in ${newer}: numbers and the order of texts come out otherwise.`,
  ),
  library: row('warning', ({ name, newer }) => `${name} exists in ${newer} only.`),
  'pattern-message': row('hint', ({ newer }) => `A wrong pattern or flag faults with another text in ${newer}.`),
  'state-limit': row('error', ({ size, newer }) => `A state of ${size}: ${newer} faults where state and result have more than 16 MiB.`),
  'transient-refused': row('error', ({ to }) => `${to} refuses transient queries.`),

  // The second engine.
  'v2-no-results': row(
    'warning',
    ({ name }) => `The second engine ignores ${name}: there is no stream of results, and the result is the state.`,
  ),
  'v2-system-types': row(
    'warning',
    ({ name }) => `The second engine hands on no event whose type begins with $, so that ${name} is never called.`,
  ),
  'v2-any': row(
    'warning',
    () => 'In the second engine $any gets no events of the system, and with fromAll() an event again for each link to it.',
  ),
  'v2-member': row('warning', ({ name, value }) => `In the second engine ${name} is always ${value}.`),
  'v2-whole-event': row('warning', () => 'The whole event is used here: in the second engine created, category and partition differ.'),
  'v2-options': row('warning', ({ name }) => `${name} has no effect in the second engine.`),
  'v2-dropped': row(
    'error',
    ({ name }) => `The projection may not emit: the second engine drops what ${name} writes without a word, where the first faults.`,
  ),
  'v2-hidden-fault': row(
    'hint',
    ({ reason }) =>
      `In the second engine ${reason ? `the fault of these events (${reason})` : 'a fault'} does not show: the status stays Running, later events change nothing, and the state is empty after a stop.`,
  ),
  'v2-foreign-stream': row(
    'warning',
    ({ name }) => `The stream ${name} has events of others: the second engine appends to it, where the first faults.`,
  ),
  'v2-shared-state': row(
    'warning',
    () => 'The second engine shows no shared state while it runs, and does not read it back after a restart.',
  ),
  'v2-category': row(
    'warning',
    ({ name }) => `In the second engine the category ${name} is every stream that begins with ${name}-, with whatever dashes.`,
  ),
  'v2-deletions': row('warning', () => 'In the second engine $deleted comes for hard deletions only, behind fromCategory.'),
  'v2-null-state': row(
    'warning',
    () => 'Where this follows a state, the second engine still shows and keeps that state; the first then has none.',
  ),
  'v2-empty-partition': row('warning', () => 'An empty text is the root partition in the second engine; the first faults.'),
} satisfies Record<string, ChangeRow>

export type ChangeCode = keyof typeof changeCodes

/** Address of the paragraph about a change. */
export const pageOfChange = (code: ChangeCode): string => `https://github.com/rillbox/rillbox/blob/main/docs/server/upgrading.md#${code}`
