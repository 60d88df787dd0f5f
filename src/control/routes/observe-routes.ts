// Control routes that look: what has settled, which requests came, why a projection did nothing, events as they come.

import { isStoreError } from '../../base/errors.ts'
import { factsOf } from '../../base/release/releases.ts'
import type { ProjectionChange } from '../../engine/observe/dry-run.ts'
import { printExplanation } from '../../engine/observe/explanation-text.ts'
import type { LiveEvent } from '../../engine/live/live-event.ts'
import { archiveOf } from '../../engine/observe/har.ts'
import { diagnose } from '../../engine/queries/diagnostics.ts'
import { RefusedRequest } from '../../engine/shortcuts.ts'
import { eventMessage, eventStream } from '../event-stream.ts'
import { loggedRequest, pendingRequest } from '../logged-request.ts'
import { schema } from '../schemas.ts'
import { array, boolean, integer, object, open, string } from '../schema.ts'
import type { ControlExchange, ControlReply, ControlRoute } from '../route.ts'
import { done, json, problem } from '../route.ts'

/** Milliseconds: as long as a client of HTTP waits anyway. */
const usualTimeout = 30_000

export const observeRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/settled',
    of: 'store',
    summary: 'Answers once every projection has passed the end of the log',
    query: {
      timeout: {
        description: 'Most milliseconds to wait.',
        schema: { type: 'integer', minimum: 0, maximum: 600_000, default: usualTimeout },
      },
      failOnFault: { description: 'Stops waiting as soon as a projection is faulted.', schema: boolean() },
    },
    answers: {
      204: { description: 'The store has settled.' },
      408: { description: 'It has not, with the names of the projections that are behind.', schema: schema('Problem') },
      409: { description: 'Projections are faulted, and why; only with `failOnFault`.', schema: schema('Problem') },
    },
    handle: settled,
  },
  {
    method: 'GET',
    path: '/requests',
    of: 'store',
    summary: 'The last requests of clients, and their answers',
    query: { after: { description: 'Only those with a greater id.', schema: { type: 'integer', minimum: 0, default: 0 } } },
    answers: {
      200: {
        description: 'Oldest first.',
        schema: object({
          requests: array(schema('LoggedRequest')),
          'first?': integer('Id of the oldest that is kept, also where `after` leaves it out; absent where there is none.'),
          pending: array(schema('PendingRequest'), 'Those without an answer yet, also where `after` leaves out answered ones.'),
        }),
      },
    },
    handle: requestsOf,
  },
  {
    method: 'GET',
    path: '/requests.har',
    of: 'store',
    summary: 'The same as an HTTP archive (HAR 1.2), for the network panel of a browser',
    answers: { 200: { description: 'Without credentials.', schema: open('HAR 1.2') } },
    handle: ({ store: { requests } }) => json(archiveOf(requests.entries)),
  },
  {
    method: 'DELETE',
    path: '/requests',
    of: 'store',
    summary: 'Forgets the requests so far',
    answers: { 204: { description: 'Done.' } },
    handle: ({ store: { requests } }) => {
      requests.clear()
      return done
    },
  },
  {
    method: 'GET',
    path: '/projections/{name}/explanation',
    of: 'store',
    summary: 'What became of the events of the store in a projection, for "nothing happened"',
    answers: {
      200: { description: 'How many it handled, and why not the others.', schema: schema('Explanation') },
      404: { description: 'There is no such projection.', schema: schema('Problem') },
    },
    handle: explain,
  },
  {
    method: 'POST',
    path: '/projections/{name}/dry-run',
    of: 'store',
    isQuestion: true,
    summary: 'Tells what a reset, a deletion or a new query would do, on a copy of the store',
    body: object({
      kind: { type: 'string', enum: ['reset', 'delete', 'query'] },
      'query?': string('The new text; of `query` only.'),
      'emit?': boolean('Of `query`. Default: unchanged.'),
      'resets?': boolean('Of `query`: whether the projection begins again.'),
      'deleteStateStream?': boolean('Of `delete`.'),
      'deleteCheckpointStream?': boolean('Of `delete`.'),
      'deleteEmittedStreams?': boolean('Of `delete`.'),
    }),
    answers: {
      200: { description: 'The streams that would be left otherwise.', schema: schema('DryRun') },
      404: { description: 'There is no such projection.', schema: schema('Problem') },
      409: { description: 'The change would be refused, and why.', schema: schema('Problem') },
    },
    handle: dryRun,
  },
  {
    method: 'POST',
    path: '/check',
    of: 'store',
    isQuestion: true,
    summary: 'Says what is wrong in a query, without running it',
    body: object({
      query: string(),
      'emit?': boolean('Whether the projection may emit. Default: not judged.'),
      'engine?': { type: 'integer', enum: [1, 2], default: 1 },
    }),
    answers: {
      200: {
        description: 'In the order of the text; empty where nothing is wrong.',
        schema: object({ diagnostics: array(schema('Diagnostic')) }),
      },
    },
    handle: check,
  },
  {
    method: 'GET',
    path: '/events',
    of: 'store',
    summary: 'The events of a stream or of `$all` as server-sent events, also those that come later',
    query: {
      stream: { description: 'Its name.', schema: { type: 'string', default: '$all' } },
      from: {
        description: '`start`, `end`, or a number; in `$all` a position. `Last-Event-ID` goes before.',
        schema: { type: 'string', default: 'start' },
      },
    },
    answers: { 200: { description: 'One message for each event, until the client leaves.', type: 'text/event-stream' } },
    handle: subscribe,
  },
]

function requestsOf({ store: { requests }, query }: ControlExchange): ControlReply {
  const after = Number(query.get('after') ?? 0)
  const { entries, pending } = requests
  const later = entries.filter(({ id }) => id > after)
  return json({ requests: later.map(loggedRequest), first: entries[0]?.id, pending: pending.map(pendingRequest) })
}

async function settled({ store, query, signal }: ControlExchange): Promise<ControlReply> {
  const timeout = Number(query.get('timeout') ?? usualTimeout)
  const late = AbortSignal.timeout(timeout)
  try {
    await store.settled({ failOnFault: query.get('failOnFault') === 'true', signal: AbortSignal.any([late, signal]) })
    return done
  } catch (error) {
    if (isStoreError(error, 'projection-faulted')) return problem(409, error.code, error.message.trim())
    if (!late.aborted) throw error
    const projections = await store.unsettled()
    const names = projections.length === 0 ? 'Projections that feed themselves' : projections.join(', ')
    return problem(408, 'not-settled', `Not settled after ${timeout} ms: ${names}.`, { projections })
  }
}

async function explain({ store, params: { name = '' } }: ControlExchange): Promise<ControlReply> {
  try {
    const explanation = await store.explain(name)
    const { fault } = explanation
    const place = fault && { message: fault.message, line: fault.line, column: fault.column }
    return json({ text: printExplanation(explanation), ...explanation, fault: place })
  } catch (error) {
    if (error instanceof RefusedRequest && error.status === 404)
      return problem(404, 'no-such-projection', `There is no projection "${name}".`)
    throw error
  }
}

async function dryRun({ store, params: { name = '' }, body, signal }: ControlExchange): Promise<ControlReply> {
  const change = body as ProjectionChange
  if (change.kind === 'query' && typeof change.query !== 'string')
    return problem(400, 'invalid-request', 'A change of the query needs its text.')
  try {
    const { streams, fault } = await store.dryRun(name, change, { signal })
    return json({ streams, ...(fault && { fault: { message: fault.message, line: fault.line, column: fault.column } }) })
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error
    if (error.status === 404) return problem(404, 'no-such-projection', `There is no projection "${name}".`)
    return problem(409, 'refused', error.message)
  }
}

async function check({ store, body }: ControlExchange): Promise<ControlReply> {
  const { query, emit, engine = 1 } = body as { query: string; emit?: boolean; engine?: 1 | 2 }
  const { language } = factsOf(store.release)
  return json({ diagnostics: await diagnose(query, { emitEnabled: emit, engine, language, isDraft: false }) })
}

function subscribe({ store, query, headers, signal }: ControlExchange): ControlReply {
  const stream = query.get('stream') ?? '$all'
  const last = headers.get('Last-Event-ID')
  const given = last !== null && /^\d+$/.test(last) ? Number(last) + 1 : (query.get('from') ?? 'start')
  const from = given === 'start' || given === 'end' ? given : Number(given)
  if (stream === '' || (typeof from === 'number' && !(Number.isSafeInteger(from) && from >= 0)))
    return problem(
      400,
      'invalid-request',
      'A subscription takes the name of a stream, and begins from "start", "end", or a number from 0 on.',
    )
  const events = store.subscribe(stream, { from, signal })
  const idOf = ({ originalNumber, position }: LiveEvent): number => (stream === '$all' ? position : originalNumber)
  return { kind: 'events', body: eventStream(events, (event) => eventMessage(idOf(event), event)) }
}
