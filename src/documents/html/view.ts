// Draws a block that has run as HTML that is complete without scripts: for a query its events, states and emitted events.

import { isSame } from '../../base/json/is-same.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { OutcomeFault, QueryOutcome } from '../run/outcome.ts'
import type { RunBlock } from '../run/run-page.ts'
import { highlighted } from './highlight.ts'
import { code, part } from './parts.ts'
import { requestView } from './request-view.ts'
import type { PageElement, PageNode } from './tree.ts'
import { element } from './tree.ts'

type QueryRun = Extract<RunBlock, { kind: 'query' }>

export const viewOf = (run: Exclude<RunBlock, { kind: 'unfinished' }>): PageElement =>
  run.kind === 'query' ? queryView(run) : requestView(run)

function queryView({ block, content, resolved, outcome }: QueryRun): PageElement {
  const { id, title, hide, panel, height, loading = 'lazy', release } = block.options
  // Once readers have sent a request of the page, the query reads what has become of the page's store.
  const sharing = resolved.scenario ? {} : { 'data-page-store': '' }
  const playground = element(
    'rillbox-playground',
    { loading, title, hide, panel, height, release, 'data-scenario': JSON.stringify(contentOf(content, title)), ...sharing },
    element('div', { class: 'rillbox-static' }, ...staticParts(content, resolved.query, block.options.partition, outcome)),
  )
  return element('div', { class: 'rillbox-block', id }, playground)
}

/** Without the scenario that follows it: no site is known to have that file. */
function contentOf({ next: _next, ...content }: Scenario, title: string | undefined): Scenario {
  return title === undefined ? content : { ...content, title }
}

function staticParts(content: Scenario, query: string, partition: string | undefined, outcome: QueryOutcome): PageNode[] {
  const events = content.events ?? []
  return [
    ...(events.length === 0 ? [] : [part('Events', eventTable(events))]),
    part('Query', code(...highlighted(query.trimEnd(), 'query'))),
    ...(outcome.fault ? [part('Fault', element('p', {}, faultText(outcome.fault)))] : resultParts(partition, outcome)),
    ...(outcome.emitted.length === 0 ? [] : [part('Emitted events', eventTable(outcome.emitted))]),
  ]
}

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
const jsonText = (value: unknown): string => JSON.stringify(value)

const faultText = ({ message, line }: OutcomeFault): string => `${message.trim()}${line === undefined ? '' : ` (line ${line})`}`
