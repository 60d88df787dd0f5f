// Routes of persistent subscriptions: groups, their messages, and parked messages (server-http §10.1).

import type { Environment } from '../../base/platform/environment.ts'
import { later } from '../../base/platform/later.ts'
import { factsOf } from '../../base/release/releases.ts'
import type { Settings } from '../../base/settings.ts'
import type { Streams } from '../../streams/streams.ts'
import type { Subscriptions } from '../../subscriptions/subscriptions.ts'
import { parkedStreamOf } from '../../subscriptions/subscriptions.ts'
import type { RouteAccess, Route } from '../exchange.ts'
import * as media from '../streams/media-types.ts'
import { streamPage } from '../streams/read/pages.ts'
import { groupOf } from './group-name.ts'

export interface SubscriptionServices {
  readonly subscriptions: Subscriptions
  readonly streams: Streams
  readonly settings: Settings
  readonly environment: Environment
}

const plain = [media.json, media.textXml]

/** Every reader of the stream may take its messages, and settle those of other consumers (server-http §3). */
const consumer: RouteAccess = { right: 'read', authenticated: true }

export function subscriptionRoutes({ subscriptions, streams, settings, environment }: SubscriptionServices): Route[] {
  const { truncatesParked } = factsOf(settings.release).subscriptions
  const manage = lazyHandlers(later(async () => (await import('./groups.ts')).groupHandlers(subscriptions, environment)))
  const consume = lazyHandlers(later(async () => (await import('./messages.ts')).messageHandlers(subscriptions, environment)))
  const reading = { streams, settings, groupsOf: (stream: string) => subscriptions.groupsOf(stream) }
  const viewParked =
    (direction: 'forward' | 'backward'): Route['handle'] =>
    async (exchange) => {
      const { stream, name } = groupOf(exchange)
      const parked = parkedStreamOf(stream, name)
      await subscriptions.flush(parked)
      return await streamPage(exchange, parked, direction, reading)
    }
  const group = '/subscriptions/{stream}/{group}'
  const view = '/subscriptions/viewparkedmessages/{stream}/{group}/{event}'
  const take: Route = { method: 'GET', path: group, access: consumer, writes: media.competingTypes, handle: consume('take') }

  return [
    { method: 'GET', path: '/subscriptions', access: 'authenticated', writes: plain, handle: manage('list') },
    { method: 'POST', path: '/subscriptions/restart', access: 'admin-or-ops', writes: plain, handle: manage('restart') },
    { method: 'GET', path: '/subscriptions/{stream}', access: 'authenticated', writes: plain, handle: manage('list') },
    { method: 'PUT', path: group, access: 'admin-or-ops', reads: plain, writes: plain, handle: manage('create') },
    { method: 'POST', path: group, access: 'admin-or-ops', reads: plain, writes: plain, handle: manage('update') },
    { method: 'DELETE', path: group, access: 'admin-or-ops', writes: plain, handle: manage('delete') },
    // The server registers this route twice, which its CORS headers show.
    take,
    take,
    { ...take, path: `${group}/{count}` },
    { method: 'GET', path: `${group}/info`, access: 'authenticated', writes: plain, handle: manage('details') },
    { method: 'POST', path: `${group}/replayParked`, access: 'admin-or-ops', writes: plain, handle: consume('replayParked') },
    ...(truncatesParked
      ? [
          {
            method: 'POST',
            path: `${group}/truncateParked`,
            access: 'admin-or-ops',
            writes: plain,
            handle: consume('truncateParked'),
          } as const,
        ]
      : []),
    { method: 'POST', path: `${group}/ack/{id}`, access: consumer, writes: plain, handle: consume('acknowledge') },
    { method: 'POST', path: `${group}/nack/{id}`, access: consumer, writes: plain, handle: consume('handBack') },
    { method: 'POST', path: `${group}/ack`, access: consumer, writes: plain, handle: consume('acknowledge') },
    { method: 'POST', path: `${group}/nack`, access: consumer, writes: plain, handle: consume('handBack') },
    {
      method: 'GET',
      path: `${view}/backward/{count}`,
      access: 'authenticated',
      writes: media.competingTypes,
      handle: viewParked('backward'),
    },
    {
      method: 'GET',
      path: `${view}/forward/{count}`,
      access: 'authenticated',
      writes: media.competingTypes,
      handle: viewParked('forward'),
    },
  ]
}

/** Handlers that load with the first request to one of them. */
const lazyHandlers =
  <Name extends string>(handlers: () => Promise<Readonly<Record<Name, Route['handle']>>>) =>
  (name: Name): Route['handle'] =>
  async (exchange) =>
    await (await handlers())[name](exchange)
