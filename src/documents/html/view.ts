// Draws a block that has run as HTML that is complete without scripts: events, query, states, emitted events; a request and its answer.

import { isSame } from '../../base/json/is-same.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import { statusOf } from '../run/answer.ts'
import type { OutcomeFault, QueryOutcome } from '../run/outcome.ts'
import type { RunBlock } from '../run/run-page.ts'
import { highlighted } from './highlight.ts'
import type { PageElement, PageNode } from './tree.ts'
import { element } from './tree.ts'

type QueryRun = Extract<RunBlock, { kind: 'query' }>
type RequestRun = Extract<RunBlock, { kind: 'request' }>

export const viewOf = (run: QueryRun | RequestRun): PageElement => (run.kind === 'query' ? queryView(run) : requestView(run))

function queryView({ block, content, resolved, outcome }: QueryRun): PageElement {
  const { id, title, hide, panel, height, loading = 'lazy', release } = block.options
  const playground = element(
    'rillbox-playground',
    { loading, title, hide, panel, height, release, 'data-scenario': JSON.stringify(withTitle(content, title)) },
    element('div', { class: 'rillbox-static' }, ...staticParts(content, resolved.query, block.options.partition, outcome)),
  )
  return element('div', { class: 'rillbox-block', id }, playground)
}

const withTitle = (content: Scenario, title: string | undefined): Scenario => (title === undefined ? content : { ...content, title })

function staticParts(content: Scenario, query: string, partition: string | undefined, outcome: QueryOutcome): PageNode[] {
  const events = content.events ?? []
  return [
    ...(events.length === 0 ? [] : [part('Events', eventTable(events))]),
    part('Query', code(...highlighted(query.trimEnd(), 'query'))),
    ...(outcome.fault ? [part('Fault', element('p', {}, faultText(outcome.fault)))] : resultParts(partition, outcome)),
    ...(outcome.emitted.length === 0 ? [] : [part('Emitted events', eventTable(outcome.emitted))]),
  ]
}

/** Without a heading: the page has its own order of them. */
const part = (label: string, ...content: readonly PageNode[]): PageElement =>
  element('div', { class: 'rillbox-part' }, element('p', { class: 'rillbox-label' }, element('strong', {}, label)), ...content)

const eventTable = (events: readonly { readonly stream: string; readonly type: string; readonly data?: unknown }[]): PageElement =>
  table(
    ['Stream', 'Type', 'Data'],
    events.map(({ stream, type, data }) => [stream, type, data === undefined ? '' : typeof data === 'string' ? data : jsonText(data)]),
  )

const table = (head: readonly string[], rows: readonly (readonly string[])[]): PageElement =>
  element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name)))),
    element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))))),
  )

function resultParts(chosen: string | undefined, outcome: QueryOutcome): PageNode[] {
  return [
    ...valueParts('State', chosen, outcome.state, outcome.partitions),
    // Where a query transforms nothing, its result is its state.
    ...(isSame(outcome.result, outcome.state) && isSame(outcome.results, outcome.partitions)
      ? []
      : valueParts('Result', chosen, outcome.result, outcome.results)),
  ]
}

/** That of the chosen partition; all of them where none is chosen. */
function valueParts(label: string, chosen: string | undefined, root: unknown, partitions: Readonly<Record<string, unknown>>): PageNode[] {
  if (chosen !== undefined) return chosen in partitions ? [part(`${label} of ${chosen}`, json(partitions[chosen]))] : []
  const rows = Object.entries(partitions).map(([name, value]) => [name, jsonText(value)])
  return [
    ...(root === undefined ? [] : [part(label, json(root))]),
    ...(rows.length === 0 ? [] : [part(`${label}s by partition`, table(['Partition', label], rows))]),
  ]
}

const json = (value: unknown): PageElement => code(...highlighted(JSON.stringify(value, null, 2), 'json'))
/** Long lines scroll, for which keyboards need the focus. */
const code = (...content: readonly (PageNode | string)[]): PageElement => element('pre', { tabindex: '0' }, ...content)
const jsonText = (value: unknown): string => JSON.stringify(value)

const faultText = ({ message, line }: OutcomeFault): string => `${message.trim()}${line === undefined ? '' : ` (line ${line})`}`

function requestView({ block, answer }: RequestRun): PageElement {
  const { method, path, headers, body } = block.request
  const request = [`${method} ${path}`, ...headers.map(([name, value]) => `${name}: ${value}`), ...(body === '' ? [] : ['', body])]
  const shown = block.answer?.headers ?? []
  const found = shown.map(
    ({ name }) => `${name}: ${answer.headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1] ?? ''}`,
  )
  const isShown = block.answer === undefined || block.answer.body.text !== ''
  const reply = [`HTTP/1.1 ${statusOf(answer)}`, ...found, ...(isShown && answer.body.trim() !== '' ? ['', answer.body.trim()] : [])]
  return element(
    'div',
    { class: 'rillbox-block', id: block.options.id },
    element('div', { class: 'rillbox-static' }, part('Request', code(request.join('\n'))), part('Answer', code(reply.join('\n')))),
  )
}
