// Reads the body of a query's block: the sections events, query and expect. A body without a label is the query.

import { closestWord } from '../../base/closest-word.ts'
import { eventProblems } from '../../engine/scenario/problems.ts'
import type { ScenarioEvent } from '../../engine/scenario/scenario.ts'
import { printProblems } from '../../engine/shape.ts'
import type { BlockProblem, ExpectedEntry, Fence, PlacedText, QueryBlock, QueryBlockOptions } from './block.ts'
import type { SectionEntry } from './entries.ts'
import { entriesOf, takeWord, valueIn } from './entries.ts'

const labels = ['events', 'query', 'expect'] as const
type Label = (typeof labels)[number]

/** What may be expected. */
const subjects = ['state', 'result', 'emitted'] as const

/** Lines below a label; those before any label are a query. */
interface Section {
  /** Undefined below a word that is none. */
  readonly label: Label | undefined
  /** Of the label; undefined for the lines before any. */
  readonly labelLine: number | undefined
  /** Of the first line below. */
  readonly firstLine: number
  readonly lines: string[]
}

/** Reads the block; a part with a problem is missing in it. */
export function readQueryBlock({ line, code }: Fence, options: QueryBlockOptions): { block: QueryBlock; problems: BlockProblem[] } {
  const { sections, problems } = sectionsOf(code, line + 1)
  const section = (label: Label) => sections.find((each) => each.label === label)
  const [events, query, expect] = [section('events'), section('query'), section('expect')]
  const readEvents = events && entriesOf(events.lines, events.firstLine).map(readEvent)
  const readExpected = expect && entriesOf(expect.lines, expect.firstLine).map(readExpectation)
  const block: QueryBlock = {
    kind: 'query',
    line,
    code,
    options,
    events: readEvents?.flatMap((read) => ('event' in read ? [read.event] : [])),
    query: query && trimmed(query),
    expected: expect && {
      line: expect.labelLine!,
      entries: readExpected!.flatMap((read) => ('entry' in read ? [read.entry] : [])),
    },
  }
  for (const read of [...(readEvents ?? []), ...(readExpected ?? [])]) if ('problem' in read) problems.push(read.problem)
  return { block, problems: [...problems, ...contradictions(block)].toSorted((one, other) => one.line - other.line) }
}

function sectionsOf(code: string, firstLine: number): { readonly sections: readonly Section[]; readonly problems: BlockProblem[] } {
  const sections: Section[] = []
  const problems: BlockProblem[] = []
  for (const [index, text] of code.replace(/\n$/, '').split('\n').entries()) {
    const line = firstLine + index
    const [, word, rest = ''] = /^(\w+):(?:[ \t]+(\S.*))?\s*$/.exec(text) ?? []
    const last = sections.at(-1)
    if (isLabel(word) && isLabelLine(word, rest, last)) {
      const before = sections.find(({ label, lines, labelLine }) => label === word && (labelLine !== undefined || !isBlank(lines)))
      if (before) problems.push({ line, message: repeatedLabel(word, before) })
      if (rest !== '') problems.push({ line, message: `What belongs to "${word}:" stands on the lines below it.` })
      sections.push({ label: word, labelLine: line, firstLine: rest === '' ? line + 1 : line, lines: rest === '' ? [] : [rest] })
    } else if (word !== undefined && rest === '' && (last?.label !== 'query' || meantLabel(word) !== undefined)) {
      // In a query it may be a label of JavaScript.
      problems.push({ line, message: unknownLabel(word) })
      sections.push({ label: meantLabel(word), labelLine: line, firstLine: line + 1, lines: [] })
    } else if (last) last.lines.push(text)
    else sections.push({ label: 'query', labelLine: undefined, firstLine: line, lines: [text] })
  }
  // Blank lines before the first label are no query.
  return { sections: sections.filter(({ labelLine, lines }) => labelLine !== undefined || !isBlank(lines)), problems }
}

const isLabel = (word: string | undefined): word is Label => labels.some((label) => label === word)

/** With a text behind it, `expect:` may be a label of JavaScript in a query. */
const isLabelLine = (word: Label, rest: string, last: Section | undefined): boolean =>
  rest === '' ||
  last === undefined ||
  last.label !== 'query' ||
  (word === 'expect' && subjects.some((subject) => rest.startsWith(`${subject} `)))

const repeatedLabel = (word: Label, { labelLine }: Section): string =>
  labelLine === undefined ? `Lines above the first label are a query too: the block has two.` : `The block has "${word}:" twice.`

const isBlank = (lines: readonly string[]): boolean => lines.every((line) => line.trim() === '')

function meantLabel(word: string): Label | undefined {
  const meant = closestWord(word, labels)
  return isLabel(meant) ? meant : undefined
}

function unknownLabel(word: string): string {
  const meant = meantLabel(word)
  return `There is no section "${word}:". ${meant ? `Did you mean "${meant}:"?` : 'Sections are "events:", "query:" and "expect:".'}`
}

/** Without blank lines around it. */
function trimmed({ lines, firstLine }: Section): PlacedText {
  const before = lines.findIndex((line) => line.trim() !== '')
  const text = lines.slice(Math.max(0, before)).join('\n').trimEnd()
  return { text: text === '' ? '' : `${text}\n`, line: firstLine + Math.max(0, before) }
}

/** `STREAM TYPE [DATA]`, or an event as in a scenario. */
function readEvent({ text, line }: SectionEntry): { readonly event: ScenarioEvent } | { readonly problem: BlockProblem } {
  const problem = (message: string) => ({ problem: { line, message } })
  if (text.startsWith('{')) {
    const read = valueIn(text)
    return read ? checked(read.value) : problem(`The event is not JSON${reasonOf(text)}.`)
  }
  const [stream, afterStream] = takeWord(text)
  const [type, rest] = takeWord(afterStream)
  if (type === '') return problem(`An event has a stream and a type, for example: cart-1 ItemAdded {"price": 5}. Here stands: ${text}`)
  if (rest === '') return checked({ stream, type })
  const data = valueIn(rest)
  return data ? checked({ stream, type, data: data.value }) : problem(`The data of the event are not JSON${reasonOf(rest)}.`)

  function checked(event: unknown) {
    const problems = eventProblems(event)
    return problems.length === 0
      ? { event: event as ScenarioEvent }
      : problem(`The event: ${printProblems(problems).replaceAll('\n', '; ')}.`)
  }
}

function reasonOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return ` (${(error as Error).message.replaceAll(/\s+/g, ' ')})`
  }
}

/** `state [PARTITION] JSON`, `result [PARTITION] JSON`, `emitted STREAM TYPE [JSON]` or `emitted nothing`. */
function readExpectation({ text, line, lines }: SectionEntry): { readonly entry: ExpectedEntry } | { readonly problem: BlockProblem } {
  const problem = (message: string) => ({ problem: { line, message } })
  const [kind, rest] = takeWord(text)
  if (kind === 'state' || kind === 'result') {
    const whole = valueIn(rest)
    const [partition, ofPartition] = takeWord(rest)
    const read = whole ?? valueIn(ofPartition)
    if (!read) return problem(`A ${kind} is JSON, behind the name of its partition if it has one. Here stands: ${rest}`)
    return { entry: { kind, partition: whole ? undefined : partition, value: read.value, line, lines } }
  }
  if (kind !== 'emitted') {
    const meant = closestWord(kind, subjects)
    return problem(`"${kind}" cannot be expected. ${meant ? `Did you mean ${meant}?` : `Expect ${subjects.join(', ')}.`}`)
  }
  if (rest === 'nothing') return { entry: { kind: 'nothing-emitted', line, lines } }
  const [stream, afterStream] = takeWord(rest)
  const [type, dataText] = takeWord(afterStream)
  if (type === '')
    return problem('An emitted event has a stream and a type, for example: emitted alerts TooWarm {"celsius": 9}; or: emitted nothing')
  const data = dataText === '' ? { value: undefined } : valueIn(dataText)
  return data
    ? { entry: { kind: 'emitted', stream, type, data: data.value, line, lines } }
    : problem(`The data of the emitted event are not JSON${reasonOf(dataText)}.`)
}

function* contradictions({ line, options, events, query, expected }: QueryBlock): Iterable<BlockProblem> {
  if (events && options.scenario !== undefined)
    yield { line, message: 'The block has events and a scenario, which has events too: give one of them.' }
  if (query && options.query !== undefined)
    yield { line, message: `The block has a query, and names the file "${options.query}" too: give one of them.` }
  if (query?.text === '') yield { line: query.line - 1, message: 'There is no query below "query:".' }
  if (!query && options.query === undefined && options.scenario === undefined)
    yield {
      line,
      message: 'The block has no query: write one, or name a file with query=./totals.js, or a scenario with scenario=./cart.json.',
    }
  if (options.projection !== undefined && options.scenario === undefined)
    yield { line, message: 'The option projection names a projection of a scenario, and the block has none.' }
  const entries = expected?.entries ?? []
  if (entries.some(({ kind }) => kind === 'emitted')) {
    const nothing = entries.find(({ kind }) => kind === 'nothing-emitted')
    if (nothing) yield { line: nothing.line, message: 'The block expects emitted events, and that there are none.' }
  }
}
