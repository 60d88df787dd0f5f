// The shapes that several control routes read or answer, as JSON schemas with names.

import { releases } from '../base/release/releases.ts'
import type { Schema } from './schema.ts'
import { array, boolean, integer, object, open, string } from './schema.ts'

const instant = (description: string): Schema => ({ type: 'string', format: 'date-time', description })

const queryProblem = object({ message: string(), 'line?': integer(), 'column?': integer() })

const requestMembers = {
  id: integer(),
  method: string(),
  url: string(),
  started: instant('On the clock of the store.'),
  headers: { type: 'object', additionalProperties: string(), description: 'Without credentials.' },
  body: string(),
} satisfies Readonly<Record<string, Schema>>

const projectionMembers = {
  name: string(),
  mode: string('Continuous, OneTime or Transient.'),
  activity: { type: 'string', enum: ['running', 'completed', 'stopped', 'faulted', 'busy'] },
  status: string('As the server words it, for example "Running".'),
  isEnabled: boolean('Whether it runs, or would run again after a restart.'),
  canStop: boolean(),
  isStopped: boolean('Whether it is stopped or faulted, so that it can be deleted.'),
  isAtRest: boolean('Whether nothing changes any more unless events or commands come.'),
  'fault?': { ...queryProblem, description: 'Why it is faulted.' },
  hasRun: boolean(),
  epoch: integer('Another one after each start.'),
  position: string('Where it is in its source.'),
  'progress?': { type: 'number', description: 'Percent; missing while it is not known.' },
  'handled?': integer('Events of the present run; missing once a query is complete.'),
  handlerTime: { type: 'number', description: 'Milliseconds in handlers.' },
  query: string(),
  emits: boolean(),
  tracksEmittedStreams: boolean(),
  writesCheckpoints: boolean(),
  'sources?': open('What the query reads; missing if it cannot be prepared.'),
  isPartitioned: boolean(),
  resultStream: string('Empty where it cannot be told.'),
} satisfies Readonly<Record<string, Schema>>

/** Referred to as `#/components/schemas/NAME`. */
export const controlSchemas = {
  Problem: object(
    {
      type: string('The page of the documentation that describes it.'),
      title: string('The usual phrase of the status.'),
      status: integer(),
      code: string('The kind of problem, for programs.'),
      detail: string('What was wrong, and what to do.'),
      'problems?': array(object({ path: string(), message: string() }), 'Each wrong member of the body.'),
      'projections?': array(string(), 'Those that have not settled.'),
      'didYouMean?': string('A path that the caller may have meant.'),
    },
    'Why a request was not carried out (RFC 9457).',
  ),
  Clock: object({ now: instant('The time of the store.'), frozen: boolean('Whether it stands.') }),
  Store: object({
    name: string(),
    url: string('The base URL, for clients of HTTP: as `http://localhost:2113` of a server.'),
    connectionString: string('For clients of gRPC, over a port of its own.'),
    control: string('Where the control routes of this store begin.'),
    expires: instant('When it is closed by itself, in real time.'),
  }),
  NewStore: object({
    'name?': {
      type: 'string',
      pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
      description: 'Small letters, digits and dashes, 63 at most, and no dash first. Default: one that is free.',
    },
    'scenario?': open('What it holds at first: docs/scenario.md.'),
    'seed?': integer('Ids repeat, and time stands: two runs leave the same bytes.'),
    'clock?': instant('Where time stands until it is moved. Default: real time, or with a seed 2026-01-01T00:00:00Z.'),
    'ttl?': { type: 'integer', minimum: 1, maximum: 86_400, default: 3600, description: 'Seconds until it is closed by itself.' },
    'release?': {
      type: 'string',
      enum: releases,
      description: 'The release of the server that it answers as. Default: that of the scenario, or of the served store.',
    },
    'security?': {
      type: 'string',
      enum: ['secure', 'insecure'],
      description: 'Whether it asks for credentials. Default: as the served store.',
    },
    'systemProjections?': boolean('Whether the five built-in projections run. Default: as in the served store.'),
    'acceptUnparsableBodies?': boolean('Stores bodies that are not valid JSON or XML. Default: as the served store.'),
  }),
  FaultRule: open('A fault rule: docs/store.md#inject-faults. `milliseconds: "forever"` never answers.'),
  RuleInForce: object({
    id: string('For its removal.'),
    rule: { $ref: '#/components/schemas/FaultRule' },
    met: integer('Requests that met the fault.'),
  }),
  Faults: object({
    offline: boolean(),
    rules: array({ $ref: '#/components/schemas/RuleInForce' }, 'In the order in which they were added.'),
  }),
  PendingRequest: object(requestMembers),
  LoggedRequest: object({
    ...requestMembers,
    milliseconds: { type: 'number', description: 'Until the answer was there; 0 where time stands.' },
    outcome: { type: 'string', enum: ['answered', 'dropped', 'aborted', 'failed'] },
    answeredBy: string('"store", or the name of a fault rule.'),
    'response?': object({
      status: integer(),
      reason: string(),
      headers: { type: 'object', additionalProperties: string() },
      body: string(),
    }),
    'error?': string('Why the request was dropped, or failed.'),
  }),
  Stream: object({
    name: string(),
    events: integer('Events that readers find.'),
    last: integer('Number of the last event; -1 without one.'),
    deleted: { type: 'string', enum: ['no', 'soft', 'hard'] },
  }),
  DryRun: object({
    streams: array(
      object({
        name: string(),
        effect: { type: 'string', enum: ['deleted', 'truncated', 'written'] },
        removed: integer('Events that readers no longer find.'),
        written: integer('Events that are added, those that are written again included.'),
      }),
    ),
    'fault?': { ...queryProblem, description: 'Why the projection would be faulted.' },
  }),
  Diagnostic: object({
    code: string(),
    severity: { type: 'string', enum: ['error', 'warning', 'hint'] },
    message: string(),
    start: integer('Offset into the query, in UTF-16 units.'),
    end: integer(),
    line: integer('From 1.'),
    column: integer('From 1.'),
    endLine: integer(),
    endColumn: integer(),
    'fix?': object({ start: integer(), end: integer(), text: string() }, 'The edit that mends it.'),
    page: string('The paragraph of the documentation that describes it.'),
  }),
  Projection: object(projectionMembers),
  Picture: object({
    streams: array({ $ref: '#/components/schemas/Stream' }, 'All, ordered by name.'),
    projections: array({ $ref: '#/components/schemas/Projection' }, "In the order of the server's lists."),
    'shown?': object(
      {
        ...projectionMembers,
        partitions: array(string(), 'In the order in which they appeared.'),
        partition: string('That of `state` and `result`; empty for the state without a partition.'),
        state: string('JSON; empty if there is none.'),
        result: string('JSON; empty if there is none.'),
        emitted: array(string(), 'Streams that it has written to, where it tracks them.'),
      },
      'One projection in detail; missing if there is none.',
    ),
    end: integer('The position of the next event.'),
    'lastEvent?': string('Id of the last event in a stream of users.'),
    states: array(object({ projection: string(), partition: string(), state: string() })),
    writers: array(object({ projection: string(), stream: string(), isLink: boolean() })),
    'hasGrown?': boolean('Only with `since`.'),
  }),
  CountedName: object({ name: string(), count: integer() }),
  Explanation: object({
    text: string('The same in a few lines.'),
    events: integer('Events of users, and others that were handled.'),
    handled: integer(),
    skipped: array(
      object({
        reason: string(),
        count: integer(),
        types: array({ $ref: '#/components/schemas/CountedName' }),
        streams: array({ $ref: '#/components/schemas/CountedName' }),
      }),
      'By reason, the most frequent first.',
    ),
    'fault?': queryProblem,
    diagnostics: array({ $ref: '#/components/schemas/Diagnostic' }),
  }),
} satisfies Readonly<Record<string, Schema>>

export type ControlSchemaName = keyof typeof controlSchemas

/** @returns a reference to one of them. */
export const schema = (name: ControlSchemaName): Schema => ({ $ref: `#/components/schemas/${name}` })
