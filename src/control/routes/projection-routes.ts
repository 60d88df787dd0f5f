// Control routes of projections, as an administrator: what each is doing, its states, its steps, and starting, stopping and resetting it.

import { projectionPath, search } from '../../base/paths.ts'
import type { TraceStep } from '../../engine/observe/trace.ts'
import type { Store } from '../../engine/store.ts'
import { schema } from '../schemas.ts'
import { array, object } from '../schema.ts'
import type { ControlExchange, ControlReply, ControlRoute } from '../route.ts'
import { done, json, problem } from '../route.ts'

const noSuch = { 404: { description: 'There is no such projection.', schema: schema('Problem') } }

const commands = { start: 'enable', stop: 'disable', reset: 'reset' } as const
const summaries: Readonly<Record<keyof typeof commands, string>> = {
  start: 'Starts a projection',
  stop: 'Stops a projection, which keeps what it has',
  reset: 'Lets a projection begin again',
}

export const projectionRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/projections',
    of: 'store',
    summary: 'Every projection, and what it is doing',
    answers: {
      200: { description: 'Those of the system too, ordered by name.', schema: object({ projections: array(schema('Projection')) }) },
    },
    handle: async ({ store }) => json({ projections: await listOf(store) }),
  },
  {
    method: 'GET',
    path: '/projections/{name}/state',
    of: 'store',
    summary: 'The state and the result of a projection, or of one of its partitions',
    query: { partition: { description: 'Its name. Default: the state without a partition.', schema: { type: 'string', default: '' } } },
    answers: { 200: { description: 'As they are now.', schema: schema('ProjectionState') }, ...noSuch },
    handle: stateOf,
  },
  {
    method: 'GET',
    path: '/projections/{name}/steps',
    of: 'store',
    summary: 'The last steps that the query of a projection takes over the events of the store, run anew without writing',
    query: { limit: { description: 'Most steps.', schema: { type: 'integer', minimum: 1, maximum: 1000, default: 50 } } },
    answers: { 200: { description: 'Oldest first.', schema: schema('Steps') }, ...noSuch },
    handle: stepsOf,
  },
  ...(Object.keys(commands) as (keyof typeof commands)[]).map((name): ControlRoute => ({
    method: 'POST',
    path: `/projections/{name}/${name}`,
    of: 'store',
    summary: summaries[name],
    answers: { 204: { description: 'Done.' }, ...noSuch },
    handle: async ({ store, params }) => {
      const response = await ask(store, 'POST', `${projectionPath(params['name']!)}/command/${commands[name]}`)
      return response.ok ? done : await refused(params['name']!, response)
    },
  })),
]

/** As an administrator, and without a trace in the request log. */
const ask = (store: Store, method: string, path: string): Promise<Response> =>
  store.direct(
    new Request(new URL((store.baseUrl ?? '').replace(/\/$/, '') + path, 'http://store'), {
      method,
      headers: { Accept: 'application/json' },
    }),
  )

const refused = async (name: string, response: Response): Promise<ControlReply> =>
  response.status === 404
    ? problem(404, 'no-such-projection', `There is no projection "${name}".`)
    : problem(
        409,
        'projection-refused',
        `The projection "${name}" cannot do that: ${(await response.text()).trim() || response.statusText}`,
      )

/** The statistics of the server, without its measurements. */
interface Statistics {
  readonly name: string
  readonly mode: string
  readonly status: string
  readonly stateReason: string
  readonly position: string
  readonly progress: number
  readonly eventsProcessedAfterRestart: number
}

async function listOf(store: Store) {
  const { projections } = (await (await ask(store, 'GET', '/projections/any')).json()) as { readonly projections: readonly Statistics[] }
  return projections
    .map(({ name, mode, status, stateReason, position, progress, eventsProcessedAfterRestart: handled }) => ({
      name,
      mode,
      status,
      reason: stateReason,
      position,
      progress,
      handled,
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

async function stateOf({ store, params: { name = '' }, query }: ControlExchange): Promise<ControlReply> {
  const partition = query.get('partition') ?? ''
  const path = projectionPath(name)
  const found = await ask(store, 'GET', path)
  if (!found.ok) return await refused(name, found)
  const [state, result] = await Promise.all(
    ['state', 'result'].map(async (what) => await (await ask(store, 'GET', `${path}/${what}?${search({ partition })}`)).text()),
  )
  return json({ partition, partitions: await store.partitions(name), state, result })
}

/** Milliseconds: a query over a long log takes its time. */
const longestTrace = 20_000

async function stepsOf({ store, params: { name = '' }, query, signal }: ControlExchange): Promise<ControlReply> {
  const limit = Number(query.get('limit') ?? 50)
  const definition = await ask(store, 'GET', `${projectionPath(name)}/query`)
  if (!definition.ok) return await refused(name, definition)
  const late = AbortSignal.timeout(longestTrace)
  const steps: TraceStep[] = []
  let count = 0
  let fault: string | undefined
  try {
    for await (const part of store.trace(await definition.text(), { projection: name, signal: AbortSignal.any([signal, late]) })) {
      if (part.kind === 'ended') fault = part.fault?.message
      if (part.kind !== 'steps') continue
      const taken = part.steps.filter(({ handler, fault: thrown }) => handler !== undefined || thrown !== undefined)
      count += taken.length
      steps.push(...taken)
      steps.splice(0, steps.length - limit)
    }
  } catch (error) {
    if (!late.aborted) throw error
    return problem(408, 'too-long', `The query did not pass the whole store within ${longestTrace / 1000} seconds.`)
  }
  return json({ count, steps: steps.map(printedStep), ...(fault !== undefined && { fault }) })
}

const printedStep = ({ event, partition, handler, state, result, emitted, logs, fault }: TraceStep) => ({
  stream: event.stream,
  number: event.number,
  type: event.type,
  partition: partition ?? '',
  handler: handler ?? '',
  before: state.before,
  after: state.after,
  result: result.after,
  emitted: emitted.map(({ stream, type, data }) => ({ stream, type, data })),
  logs,
  ...(fault && { fault: fault.message }),
})
