// Control routes of those who look at a store from afar, as the workbench does: its picture, its changes, the steps of a query, what readers find.

import { projectionPath } from '../../base/paths.ts'
import { releases } from '../../base/release/releases.ts'
import { realTime } from '../../base/time/real-time.ts'
import type { TraceOptions } from '../../engine/observe/trace.ts'
import { changesOf } from '../changes.ts'
import { dataMessage, eventStream } from '../event-stream.ts'
import { schema } from '../schemas.ts'
import { array, boolean, object, string } from '../schema.ts'
import type { ControlExchange, ControlReply, ControlRoute } from '../route.ts'
import { json, problem } from '../route.ts'

const flagOf = (description: string) => ({ description, schema: boolean() })

export const watchRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/picture',
    of: 'store',
    summary: 'Streams, projections, and one of them in detail, at one moment',
    query: {
      projection: { description: 'The one in detail. Default: the first that is none of the system.', schema: string() },
      partition: { description: 'The partition of its state and result. Default: the first.', schema: string() },
      states: { description: 'Most partitions of each projection to show with their states.', schema: { type: 'integer', minimum: 0 } },
      writersOf: { description: 'A stream whose writer is wanted; may be given several times.', schema: string() },
      since: {
        description: 'A position of the log: `hasGrown` then says whether events that queries may read came at or after it.',
        schema: { type: 'integer', minimum: 0 },
      },
    },
    answers: { 200: { description: 'As `store.inspect()` has it.', schema: schema('Picture') } },
    handle: picture,
  },
  {
    method: 'GET',
    path: '/changes',
    of: 'store',
    summary: 'Says that the store has changed, as server-sent events, until the client leaves or the store is closed',
    answers: {
      200: {
        description:
          'Each message is `{"kind": KIND}`: `content`, `requests`, `control` (a control route has changed something), or `self-feeding` with the name of a `projection`. They are hints, merged: read again.',
        type: 'text/event-stream',
      },
    },
    handle: changes,
  },
  {
    method: 'POST',
    path: '/trace',
    of: 'store',
    isQuestion: true,
    summary: 'The steps of a query over all events of the store, without writing, as server-sent events',
    body: object({
      query: string(),
      'projection?': string('The projection that it is for, whose engine is then the default.'),
      'emit?': boolean('Default: true.'),
      'continuous?': boolean('Default: true.'),
      'engine?': { type: 'integer', enum: [1, 2] },
      'release?': { type: 'string', enum: releases, description: 'Of the server whose language counts. Default: that of the store.' },
      'lines?': boolean('Whether steps tell the lines that ran and the values of variables.'),
      'conditions?': array(string(), 'Expressions over `state`, `before` and `event`; steps tell which hold.'),
    }),
    answers: {
      200: {
        description: 'The parts of `store.trace()`: `opened`, `steps` …, `ended`. The run goes on as its parts are read.',
        type: 'text/event-stream',
      },
    },
    handle: trace,
  },
  {
    method: 'GET',
    path: '/direct',
    of: 'store',
    summary: "Reads from the store as an administrator, past faults and the request log, with the caller's `Accept`",
    query: { path: { description: 'Path and query below the base URL, e.g. `/streams/orders?embed=body`.', schema: string() } },
    answers: { 200: { description: 'What the store answers; other statuses are the store’s too.', type: '*/*' } },
    handle: direct,
  },
  {
    method: 'GET',
    path: '/projections/{name}/removed-streams',
    of: 'store',
    summary: 'The streams that a deletion of the projection with these flags would take along',
    query: {
      deleteStateStream: flagOf('As of `DELETE /projection/{name}`.'),
      deleteCheckpointStream: flagOf('The same.'),
      deleteEmittedStreams: flagOf('The same.'),
    },
    answers: {
      200: {
        description: 'In the order of the deletion; none if there is no such projection.',
        schema: object({
          streams: array(
            object({ stream: string(), role: { type: 'string', enum: ['checkpoint', 'result', 'emitted', 'tracking', 'order'] } }),
          ),
        }),
      },
    },
    handle: async ({ store, params: { name = '' }, query }) => {
      const flags = {
        deleteStateStream: query.get('deleteStateStream') === 'true',
        deleteCheckpointStream: query.get('deleteCheckpointStream') === 'true',
        deleteEmittedStreams: query.get('deleteEmittedStreams') === 'true',
      }
      return json({ streams: await store.removedStreams(name, flags) })
    },
  },
]

async function picture({ store, query }: ControlExchange): Promise<ControlReply> {
  const number = (name: string): number | undefined => (query.has(name) ? Number(query.get(name)) : undefined)
  const [states, since, writersOf] = [number('states'), number('since'), query.getAll('writersOf')]
  const read = await store.inspect({
    projection: query.get('projection') ?? undefined,
    partition: query.get('partition') ?? undefined,
    ...(states !== undefined && { states }),
    ...(writersOf.length > 0 && { writersOf }),
  })
  return json({ ...read, ...(since !== undefined && { hasGrown: await store.hasGrown(since) }) })
}

function changes({ store, name, stores, changes, signal }: ControlExchange): ControlReply {
  const isOpen = (): boolean => name === undefined || stores.find(name)?.store === store
  return { kind: 'events', body: eventStream(changesOf({ store, changes, isOpen, time: realTime, signal }), dataMessage) }
}

function trace({ store, body, signal }: ControlExchange): ControlReply {
  const { query, ...options } = body as { readonly query: string } & TraceOptions
  return { kind: 'events', body: eventStream(store.trace(query, { ...options, signal }), dataMessage) }
}

async function direct({ store, query, headers, origin }: ControlExchange): Promise<ControlReply> {
  const path = query.get('path') ?? ''
  if (!path.startsWith('/'))
    return problem(400, 'invalid-request', `The parameter "path" is a path of the store, for example ${projectionPath('orders')}/state.`)
  const { pathname } = new URL(store.baseUrl ?? '/', origin)
  const url = `${origin}${pathname.replace(/\/$/, '')}${path}`
  if (!URL.canParse(url)) return problem(400, 'invalid-request', `"${path}" is no path.`)
  return { kind: 'answer', response: await store.direct(new Request(url, { headers: { Accept: headers.get('Accept') ?? '*/*' } })) }
}
