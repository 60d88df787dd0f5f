// Writes what an assistant needs to help with a query as Markdown: the query, events, the state, the fault.

import type { TraceFault, TraceStep } from '../../../engine/observe/trace.ts'
import type { Store } from '../../../engine/store.ts'
import type { Draft } from '../draft/draft.ts'
import { emits } from '../draft/run-requests.ts'
import { traceOf } from '../trace/trace-of.ts'

/** Events to show: the last ones that the query handled. */
const mostEvents = 3

/** Characters of a text: an assistant reads no megabytes. */
const mostCharacters = 4_000

/**
 * Runs the query over the store's events, without writing. Headings stay English: they are for the assistant.
 *
 * @param step the one to show. Default: the last ones.
 */
export async function assistantText(store: Store, draft: Draft, step?: TraceStep): Promise<string> {
  const { name, mode, query } = draft
  const { steps, fault, counts } = step ? { steps: [step], fault: step.fault } : await lastSteps(store, draft)
  const sections = [
    `# Projection ${inline(name || '(no name)')}`,
    `A projection query in JavaScript for KurrentDB (EventStoreDB), as release ${store.release} runs it: mode ${mode}, ${emits(draft) ? 'may emit' : 'may not emit'}.`,
    `## Query\n\n${fence('js', query)}`,
    ...(counts ? [`Of ${counts.read} events it handled ${counts.handled}.`] : []),
    ...(fault ? [`## Fault\n\n${faultText(fault)}`] : []),
    ...steps.map(stepText),
  ]
  return `${sections.join('\n\n')}\n`
}

/** @returns the last steps that the query handled, its fault, and how many events it read and handled. */
async function lastSteps(store: Store, draft: Draft) {
  const steps: TraceStep[] = []
  const counts = { read: 0, handled: 0 }
  let fault: TraceFault | undefined
  for await (const part of traceOf(store, draft)) {
    if (part.kind === 'ended') fault = part.fault
    if (part.kind !== 'steps') continue
    const handled = part.steps.filter(({ skipped }) => skipped === undefined)
    counts.read += part.steps.length
    counts.handled += handled.length
    steps.push(...handled)
    steps.splice(0, steps.length - mostEvents)
  }
  return { steps, fault, counts }
}

const faultText = ({ message, line, column }: TraceFault): string =>
  `${line === undefined ? '' : `Line ${line}${column === undefined ? '' : `, column ${column}`}.\n\n`}${fence('', message)}`

function stepText({ event, partition, handler, state, shared, result, emitted, logs, fault }: TraceStep): string {
  const parts = [
    `## Event ${inline(`${event.number}@${event.stream}`)}`,
    `Type ${inline(event.type)}${handler === undefined ? '' : `, handler ${inline(handler)}`}${partition ? `, partition ${inline(partition)}` : ''}.`,
    fence('json', event.data || '(no data)'),
    ...(event.metadata === '' ? [] : [`Metadata:\n\n${fence('json', event.metadata)}`]),
    `State before:\n\n${fence('json', state.before || '(none)')}`,
    ...(fault ? ['This event is the one that failed.'] : [`State after:\n\n${fence('json', state.after || '(none)')}`]),
    ...(shared ? [`Shared state after:\n\n${fence('json', shared.after || '(none)')}`] : []),
    ...(result.after === state.after || result.after === '' ? [] : [`Result:\n\n${fence('json', result.after)}`]),
    ...(emitted.length === 0
      ? []
      : [`Emitted:\n\n${fence('', emitted.map(({ stream, type, data }) => `${type} to ${stream}: ${data}`).join('\n'))}`]),
    ...(logs.length === 0 ? [] : [`Logged:\n\n${fence('', logs.join('\n'))}`]),
  ]
  return parts.join('\n\n')
}

/** A fence longer than any in the text, so that nothing in it ends the block. */
function fence(language: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  const shown = text.length > mostCharacters && language !== 'js' ? `${text.slice(0, mostCharacters)}… (${text.length} characters)` : text
  return `${marks}${language}\n${shown}\n${marks}`
}

const inline = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  const marks = '`'.repeat(Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length)) + 1)
  const space = marks.length > 1 ? ' ' : ''
  return `${marks}${space}${line}${space}${marks}`
}
