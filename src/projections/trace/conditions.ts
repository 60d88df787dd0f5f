// Finds the steps of a trace for which a reader's conditions hold; the conditions run in the sandbox, over copies.

import type { CheckQuery, OpenQuery, Query, QueryEvent, QueryOptions } from '../../query/query.ts'
import { isFault } from '../../query/query.ts'
import type { TraceFault, TraceStep } from './step.ts'
import { traceFault } from './step.ts'

export type Conditions = Awaited<ReturnType<typeof openConditions>>

const none: readonly number[] = []

/**
 * A condition is an expression over `state`, the partition's state after the event, `before`, its state before, and `event`, as handlers
 * get it. It is asked about events that a handler took, and does not hold where it throws.
 */
export async function openConditions(openQuery: OpenQuery, conditions: readonly string[], options: QueryOptions) {
  /** Of each condition that is no expression, or does not end; undefined for the others. */
  const faults: (TraceFault | undefined)[] = conditions.map(() => undefined)
  let valid = [...conditions.keys()]
  let opened = valid.length > 0 ? await openQuery(queryOf(conditions), options) : undefined
  if (opened && isFault(opened) && openQuery.check) {
    for (const number of valid) faults[number] = await faultIn(openQuery.check, conditions[number]!)
    valid = valid.filter((number) => !faults[number])
    opened = valid.length > 0 ? await openQuery(queryOf(valid.map((number) => conditions[number]!)), options) : undefined
  }
  if (opened && isFault(opened)) for (const number of valid) faults[number] = traceFault(opened)
  let query: Query | undefined = opened && !isFault(opened) ? opened : undefined

  /** @returns for each step the numbers of the conditions that hold. */
  async function meet(steps: readonly TraceStep[]): Promise<readonly (readonly number[])[]> {
    const asked = steps.filter(({ skipped }) => skipped === undefined)
    if (!query || asked.length === 0) return steps.map(() => none)
    const answers: (readonly number[])[] = []
    const fault = await ask(query, asked, answers)
    if (fault) {
      query.close()
      query = undefined
      for (const number of valid) faults[number] = fault
    }
    const met = new Map(asked.map((step, index) => [step, answers[index] ?? none]))
    return steps.map((step) => (met.get(step) ?? none).map((index) => valid[index]!))
  }

  return { faults: faults as readonly (TraceFault | undefined)[], meet, close: (): void => query?.close() }
}

async function faultIn(check: CheckQuery, condition: string): Promise<TraceFault | undefined> {
  const fault = await check(functionOf(condition))
  return fault && traceFault(fault)
}

/** Line breaks keep a comment at the end from swallowing the code behind it. */
const functionOf = (condition: string): string => `((state, before, event) => (\n${condition}\n))`

const queryOf = (conditions: readonly string[]): string => `
  const conditions = [${conditions.map(functionOf).join(',')}]
  const read = (text) => { try { return text === '' ? undefined : JSON.parse(text) } catch { return text } }
  fromAll().when({ $any: (_, step) => {
    const [before, state, { data, metadata, ...event }] = step.data
    const held = []
    for (let number = 0; number < conditions.length; number++) {
      try {
        const body = read(data)
        const asked = { ...event, body, data: body, bodyRaw: data, metadata: read(metadata), metadataRaw: metadata }
        if (conditions[number](read(state), read(before), asked)) held.push(number)
      } catch {}
    }
    return held
  } })`

/** @param answers filled with the numbers of the conditions that hold, for each step. @returns the fault that ended it early. */
async function ask(query: Query, steps: readonly TraceStep[], answers: (readonly number[])[]): Promise<TraceFault | undefined> {
  const events = steps.map(eventOf)
  await query.load(
    events,
    events.map(() => 1),
  )
  for (let more = true; more;) {
    const outcome = await query.run(new Map(), { events: 256, milliseconds: 30, trace: true })
    if (outcome.fault) return traceFault(outcome.fault)
    for (const { state } of outcome.steps ?? []) answers.push(JSON.parse(state) as number[])
    more = outcome.more
  }
  return undefined
}

function eventOf({ event, state, partition, fault }: TraceStep, number: number): QueryEvent {
  const { stream, number: sequenceNumber, type: eventType, data, metadata, isJson, position, created } = event
  const shown = { streamId: stream, sequenceNumber, eventType, eventId: event.id, isJson, partition, created, data, metadata }
  return {
    id: event.id,
    type: 'step',
    stream: 'steps',
    number,
    isJson: true,
    data: JSON.stringify([state.before, fault ? state.before : state.after, shown]),
    metadata: null,
    linkMetadata: null,
    category: null,
    record: { stream: 'steps', number, position, created },
  }
}
