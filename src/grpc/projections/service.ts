// The service Projections: creates, commands and asks for them (grpc §11).

import { factsOf } from '../../base/release/releases.ts'
import { figuresOf, modeOf } from '../../projections/manage/statistics.ts'
import type { Mode } from '../../projections/model/definition/definition.ts'
import type { ChangeOutcome, CreateOutcome } from '../../projections/model/outcomes.ts'
import type { CallContext, GrpcAnswer } from '../call.ts'
import type { MessageInit, MessageOf } from '../messages/shapes.ts'
import { encode } from '../messages/codec.ts'
import type { GrpcMethod, Service, UnaryReply } from '../method.ts'
import { serverStream, unary } from '../method.ts'
import type { CallServices } from '../parts.ts'
import type { GrpcStatus } from '../status.ts'
import { accessDenied, cancelled, failed, handlerFailed, ok, projectionTaken, projectionUnknown, refused } from '../status.ts'
import { frame } from '../wire/frames.ts'
import { valueOf } from './value.ts'

type Done = UnaryReply<'Empty'>
type Parts = Pick<CallServices, 'projections' | 'facts' | 'settings'>

export function projectionsService(parts: Parts): Service {
  const method = (name: string, run: GrpcMethod['run'], more: Partial<GrpcMethod> = {}): GrpcMethod => ({
    name,
    callers: 'authenticated',
    counts: 'writes',
    run,
    ...more,
  })
  const text = (which: 'state' | 'result') =>
    unary(['projections.StateReq', 'projections.StateResp'], (message, context) => textReply(message, which, context, parts))
  const withFlag = (set: CommandName, unset: CommandName) =>
    unary(['projections.WriteCheckpointReq', 'Empty'], async ({ options }, context) =>
      options ? await command(options.name, options.writeCheckpoint ? set : unset, context, parts) : { status: handlerFailed },
    )
  const enable = unary(['projections.EnableReq', 'Empty'], async ({ options }, context) =>
    options ? await command(options.name, 'enable', context, parts) : { status: handlerFailed },
  )
  const restart = unary(['Empty', 'Empty'], async (): Promise<Done> => {
    const outcome = await parts.projections.restart()
    return outcome.kind === 'restarting' ? { message: {} } : { status: refused(outcome.reason) }
  })
  return {
    name: 'event_store.client.projections.Projections',
    methods: [
      method(
        'Create',
        unary(['projections.CreateReq', 'Empty'], (message, context) => create(message, context, parts)),
        { features: ['track_emitted_streams'] },
      ),
      method(
        'Update',
        unary(['projections.UpdateReq', 'Empty'], (message, context) => update(message, context, parts)),
      ),
      method(
        'Delete',
        unary(['projections.DeleteReq', 'Empty'], (message, context) => remove(message, context, parts)),
        { callers: 'admin-or-ops' },
      ),
      method(
        'Statistics',
        serverStream('projections.StatisticsReq', (message) => statistics(message, parts)),
        { counts: 'reads' },
      ),
      method('Disable', withFlag('disable', 'abort')),
      method('Enable', enable),
      method('Reset', withFlag('reset', 'reset')),
      method('State', text('state'), { counts: 'reads' }),
      method('Result', text('result'), { counts: 'reads' }),
      method('RestartSubsystem', restart, { callers: 'admin-or-ops' }),
    ],
  }
}

const modes = { oneTime: 'OneTime', transient: 'Transient', continuous: 'Continuous' } as const satisfies Record<string, Mode>

async function create(
  { options }: MessageOf<'projections.CreateReq'>,
  { user }: CallContext,
  { projections, facts, settings }: Parts,
): Promise<Done> {
  if (!options || options.mode.case === undefined) return { status: handlerFailed }
  const { mode, query, engineVersion } = options
  const isContinuous = mode.case === 'continuous'
  const emit = isContinuous && mode.value.emitEnabled
  const tracks = isContinuous && mode.value.trackEmittedStreams
  if (tracks && !emit) return { status: handlerFailed }
  // Over HTTP such a projection is created, and tracks nothing (26 §7.1).
  if (tracks && engineVersion === 2 && factsOf(settings.release).projections.hasEngine2) return { status: handlerFailed }
  const name = mode.case === 'oneTime' ? undefined : mode.value.name
  const outcome = await projections.create({
    name,
    user,
    mode: modes[mode.case],
    handlerType: 'JS',
    query,
    enabled: true,
    checkpoints: isContinuous,
    emit,
    trackEmittedStreams: tracks,
    ...(isContinuous && engineVersion > 0 && { engineVersion }),
  })
  return outcomeReply(name ?? '', outcome, facts)
}

async function update(
  { options }: MessageOf<'projections.UpdateReq'>,
  { user }: CallContext,
  { projections, facts }: Parts,
): Promise<Done> {
  if (!options || options.emitOption.case === undefined) return { status: handlerFailed }
  const { name, query, emitOption } = options
  const emitEnabled = emitOption.case === 'emitEnabled' ? emitOption.value : undefined
  return outcomeReply(name, await projections.setQuery({ name, user, query, emitEnabled, trackEmittedStreams: undefined }), facts)
}

async function remove(
  { options }: MessageOf<'projections.DeleteReq'>,
  { user }: CallContext,
  { projections, facts }: Parts,
): Promise<Done> {
  if (!options) return { status: handlerFailed }
  const { name, deleteEmittedStreams, deleteStateStream, deleteCheckpointStream } = options
  const flags = { deleteEmittedStreams, deleteStateStream, deleteCheckpointStream }
  return outcomeReply(name, await projections.remove({ name, user, flags }), facts)
}

type CommandName = 'enable' | 'disable' | 'abort' | 'reset'

async function command(name: string, of: CommandName, { user, signal }: CallContext, { projections, facts }: Parts): Promise<Done> {
  const outcome = await projections.command({ name, user, command: of, claims: false })
  return outcome.kind === 'no-reply' ? { status: await untilAborted(signal) } : outcomeReply(name, outcome, facts)
}

/** Release 23.10 only says that it got another answer than it expected. */
const missing = (name: string, { namesProjectionErrors }: CallServices['facts']): GrpcStatus =>
  namesProjectionErrors ? projectionUnknown(name) : failed('Envelope callback expected Updated, received NotFound instead')

function outcomeReply(name: string, outcome: ChangeOutcome | CreateOutcome, facts: CallServices['facts']): Done {
  switch (outcome.kind) {
    case 'updated':
      return { message: {} }
    case 'unknown':
      return { status: missing(name, facts) }
    case 'not-authorized':
      return { status: accessDenied }
    case 'conflict':
      return {
        status: facts.namesProjectionErrors
          ? projectionTaken(outcome.reason)
          : failed('Envelope callback expected Updated, received Conflict instead'),
      }
    case 'refused':
      return { status: refused(outcome.reason) }
    case 'no-reply':
      return { status: handlerFailed }
  }
}

const modeNames: Readonly<Record<string, Mode>> = modes

/** Without a mode all of them. */
async function* statistics({ options }: MessageOf<'projections.StatisticsReq'>, { projections, facts }: Parts): GrpcAnswer {
  const mode = options?.mode
  if (mode?.case === 'name') {
    const found = await projections.statistics(mode.value)
    if (found.kind === 'unknown') return missing(mode.value, facts)
    yield statisticsFrame(figuresOf(found.projection))
    return ok
  }
  const wanted = modeNames[mode?.case ?? 'all']
  for (const projection of await projections.list())
    if (wanted === undefined || modeOf(projection) === wanted) yield statisticsFrame(figuresOf(projection))
  return ok
}

function statisticsFrame(figures: ReturnType<typeof figuresOf>): Uint8Array {
  const details: NonNullable<MessageInit<'projections.StatisticsResp'>['details']> = {
    ...figures,
    coreProcessingTime: BigInt(figures.coreProcessingTime),
    version: BigInt(figures.version),
    epoch: BigInt(figures.epoch),
    stateReason: figures.stateReason ?? '',
    lastCheckpoint: figures.lastCheckpoint ?? '',
    eventsProcessedAfterRestart: BigInt(figures.eventsProcessedAfterRestart),
    checkpointStatus: figures.checkpointStatus ?? '',
    bufferedEvents: BigInt(figures.bufferedEvents),
  }
  return frame(encode('projections.StatisticsResp', { details }))
}

/** State and result are messages of one form. */
async function textReply(
  { options }: MessageOf<'projections.StateReq'>,
  which: 'state' | 'result',
  { signal }: CallContext,
  { projections, facts }: Parts,
): Promise<UnaryReply<'projections.StateResp'>> {
  if (!options) return { status: handlerFailed }
  const outcome = await projections.state(options.name, options.partition)
  if (outcome.kind === 'unknown') return { status: missing(options.name, facts) }
  if (outcome.kind === 'no-reply') return { status: await untilAborted(signal) }
  return { message: { state: valueOf(outcome[which]) } }
}

/** The server never answers: only a deadline, or the client, ends the call. */
const untilAborted = (signal: AbortSignal): Promise<GrpcStatus> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(cancelled)
    signal.addEventListener('abort', () => resolve(cancelled))
  })
