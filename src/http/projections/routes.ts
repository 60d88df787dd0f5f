// Routes of projections: lists, creation, query, statistics, state, result, commands, configuration (projections-http §1).

import type { ReleaseFacts } from '../../base/release/facts.ts'
import { writeJson } from '../../base/json/write.ts'
import { configurationJson, readConfiguration } from './config.ts'
import type { CommandRequest } from '../../projections/manage/commands.ts'
import { sourcesJson, withoutDefaults } from '../../projections/model/definition/definition-json.ts'
import type { Mode } from '../../projections/model/definition/definition.ts'
import { resultStream } from '../../projections/model/names.ts'
import type { Projections } from '../../projections/projections.ts'
import type { RouteAccess, Exchange, Method, Reply, Route } from '../exchange.ts'
import { pageText, readRequest } from './selected-events.ts'
import { flag, integer, optionalFlag, queryText } from './parameters.ts'
import {
  changeReply,
  createReply,
  label,
  messageTypes,
  read,
  readAt,
  readJson,
  restarting,
  restartRefused,
  unknownProjection,
} from './replies.ts'
import { modeOf } from '../../projections/manage/statistics.ts'
import { statisticsJson } from './statistics.ts'
import { badRequest, noReply } from '../pipeline/reply/replies.ts'

const json = ['application/json']

type Handle = (exchange: Exchange, name: string) => Promise<Reply>

export function projectionRoutes(projections: Projections, facts: ReleaseFacts): Route[] {
  const route = (method: Method, path: string, handle: Handle, more: Partial<Route> = {}): Route => ({
    method,
    path,
    access: 'authenticated',
    writes: json,
    handle: (exchange) => handle(exchange, exchange.params['name'] ?? ''),
    ...more,
  })
  const list = (path: string, shows: (mode: Mode) => boolean): Route =>
    route('GET', path, async ({ base }) => {
      const shown = (await projections.list()).filter((projection) => shows(modeOf(projection)))
      return readJson({ projections: shown.map((projection) => statisticsJson(projection, base, facts.projections)) })
    })
  const create = (path: string, mode: Mode): Route =>
    route('POST', path, async (exchange) => createReply(exchange, await projections.create(await creation(exchange, mode))), {
      reads: 'any',
    })
  const command = (name: CommandRequest['command']): Route =>
    route('POST', `/projection/{name}/command/${name}`, async (exchange, projection) => {
      const { user, query } = exchange
      return changeReply(exchange, await projections.command({ name: projection, user, command: name, claims: flag(query, 'enableRunAs') }))
    })
  const statistics = (path: string, wrap: (object: ReturnType<typeof statisticsJson>) => ReturnType<typeof statisticsJson>): Route =>
    route('GET', path, async ({ base }, name) => {
      const outcome = await projections.statistics(name)
      return outcome.kind === 'unknown' ? unknownProjection : readJson(wrap(statisticsJson(outcome.projection, base, facts.projections)))
    })
  const text = (which: 'state' | 'result'): Route =>
    route('GET', `/projection/{name}/${which}`, async (exchange, name) => {
      const outcome = await projections.state(name, exchange.query.get('partition') ?? '')
      if (outcome.kind === 'unknown') return unknownProjection
      if (outcome.kind === 'no-reply') return noReply
      return readAt(exchange, outcome[which], outcome.position)
    })
  const ofDefinition = (print: (shown: ShownDefinition, exchange: Exchange, name: string) => Reply): Handle => {
    return async (exchange, name) => {
      const outcome = await projections.definition(name)
      return outcome.kind === 'unknown' ? unknownProjection : print(outcome, exchange, name)
    }
  }
  const administrators: { readonly access: RouteAccess } = { access: 'admin-or-ops' }

  return [
    ...(facts.node.hasWebPages
      ? [route('GET', '/projections', async ({ unprefixedBase }) => pageOf(unprefixedBase), { writes: 'any' })]
      : []),
    route('POST', '/projections/restart', async () => await restart(projections), { ...administrators, reads: 'any' }),
    list('/projections/any', () => true),
    list('/projections/all-non-transient', (mode) => mode !== 'Transient'),
    list('/projections/transient', (mode) => mode === 'Transient'),
    list('/projections/onetime', (mode) => mode === 'OneTime'),
    list('/projections/continuous', (mode) => mode === 'Continuous'),
    create('/projections/transient', 'Transient'),
    create('/projections/onetime', 'OneTime'),
    create('/projections/continuous', 'Continuous'),
    route('GET', '/projection/{name}/query', ofDefinition(queryReply), { writes: 'any' }),
    route('PUT', '/projection/{name}/query', async (exchange, name) => changeReply(exchange, await setQuery(projections, exchange, name)), {
      reads: 'any',
    }),
    statistics('/projection/{name}', (object) => object),
    route(
      'DELETE',
      '/projection/{name}',
      async (exchange, name) => {
        const { user, query } = exchange
        return changeReply(exchange, await projections.remove({ name, user, flags: deleteFlags(query) }))
      },
      administrators,
    ),
    statistics('/projection/{name}/statistics', (object) => ({ projections: [object] })),
    text('state'),
    text('result'),
    command('disable'),
    command('enable'),
    command('reset'),
    command('abort'),
    route('GET', '/projection/{name}/config', ofDefinition(configReply), administrators),
    route('PUT', '/projection/{name}/config', async (exchange, name) => await setConfig(projections, exchange, name), {
      ...administrators,
      reads: json,
    }),
    route('POST', '/projections/read-events', async (exchange) => await readEvents(projections, exchange), { reads: json }),
  ]
}

/** A projection's definition, as GET query and GET config show it. */
type ShownDefinition = Extract<Awaited<ReturnType<Projections['definition']>>, { kind: 'definition' }>

const pageOf = (base: string): Reply => ({
  status: 302,
  type: 'text/plain; charset=utf-8',
  headers: { Location: `${base}/web/projections.htm` },
  body: 'Moved',
})

async function restart(projections: Projections): Promise<Reply> {
  const outcome = await projections.restart()
  return outcome.kind === 'restarting' ? restarting : restartRefused(outcome.reason)
}

/** A transient or one-time projection may lack a name (projections-http §1.1). */
async function creation(exchange: Exchange, mode: Mode): Promise<Parameters<Projections['create']>[0]> {
  const { query, user } = exchange
  const name = query.get('name') ?? ''
  const emit = mode !== 'Transient' && flag(query, 'emit')
  return {
    name: name === '' && mode !== 'Continuous' ? undefined : name,
    user,
    mode,
    handlerType: query.get('type') ?? 'JS',
    query: queryText(await exchange.body()),
    enabled: flag(query, 'enabled', true),
    checkpoints: mode === 'Continuous' || (mode === 'OneTime' && flag(query, 'checkpoints')),
    emit,
    trackEmittedStreams: emit && flag(query, 'trackemittedstreams'),
    ...(mode === 'Continuous' && { engineVersion: integer(query, 'engineversion', 1) }),
  }
}

const deleteFlags = (query: Exchange['query']) => ({
  deleteStateStream: flag(query, 'deleteStateStream'),
  deleteCheckpointStream: flag(query, 'deleteCheckpointStream'),
  deleteEmittedStreams: flag(query, 'deleteEmittedStreams'),
})

async function setQuery(projections: Projections, exchange: Exchange, name: string) {
  const { query, user } = exchange
  return await projections.setQuery({
    name,
    user,
    query: queryText(await exchange.body()),
    emitEnabled: optionalFlag(query, 'emit'),
    trackEmittedStreams: optionalFlag(query, 'trackemittedstreams'),
  })
}

/** The text alone, or with the definition (projections-http §8). */
function queryReply({ definition }: ShownDefinition, { query, facts }: Exchange, name: string): Reply {
  if (!flag(query, 'config')) return read(definition?.query ?? '', {}, 'application/javascript; charset=utf-8')
  const sources = definition?.sources
  return readJson({
    name,
    ...(definition && {
      query: definition.query,
      ...withoutDefaults({ emitEnabled: definition.emitEnabled }),
      trackEmittedStreams: definition.trackEmittedStreams,
      checkpointsEnabled: !definition.checkpointsDisabled,
    }),
    type: definition?.mode ?? 'Transient',
    ...(sources && { definition: sourcesJson(sources) }),
    outputConfig: { resultStreamName: sources ? resultStream(name, sources.options.resultStreamName) : '' },
    ...label(facts, messageTypes.query),
  })
}

const configReply = ({ configuration }: ShownDefinition, { facts }: Exchange): Reply =>
  read(writeJson({ ...configurationJson(configuration), ...label(facts, messageTypes.config) }))

async function setConfig(projections: Projections, exchange: Exchange, name: string): Promise<Reply> {
  const read = await readConfiguration(await exchange.body())
  return read.kind === 'unusable' ? badRequest(read.message) : changeReply(exchange, await projections.setConfig(name, read.configuration))
}

async function readEvents(projections: Projections, exchange: Exchange): Promise<Reply> {
  const read = await readRequest(await exchange.body())
  if (read.kind === 'unusable') return { status: 200 }
  return read.kind === 'no-reply' ? noReply : readPage(pageText(await projections.readEvents(read.request)))
}

const readPage = (page: string): Reply => read(page)
