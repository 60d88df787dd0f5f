// Writes the OpenAPI document of everything that a port answers, from the table of the server's routes and that of the control routes.

import type { ControlRoute } from '../route.ts'
import { controlSchemas } from '../schemas.ts'
import type { Schema } from '../schema.ts'
import { serverAnswers } from './server-answers.ts'
import type { ServerSchemaName } from './server-schemas.ts'
import { serverSchemas } from './server-schemas.ts'

/** What the document needs of a route of the server. */
export interface DescribedRoute {
  readonly method: string
  readonly path: string
  readonly reads?: readonly string[] | 'any'
  readonly writes: readonly string[] | 'any'
}

export interface ApiDocument {
  readonly openapi: '3.1.0'
  readonly info: object
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: object
  }
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters?: readonly object[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, ApiResponse>>
  readonly security?: readonly object[]
}

export type Content = Readonly<Record<string, { readonly schema: Schema }>>
export interface ApiResponse {
  readonly description: string
  readonly content?: Content
}

/** @param origin of the links in it, such as `http://localhost:2113`. */
export function apiDocument(routes: readonly DescribedRoute[], controls: readonly ControlRoute[], origin: string): ApiDocument {
  const paths: Record<string, Record<string, Operation>> = {}
  const put = (path: string, method: string, operation: Operation): void => {
    // Routes that the server registers twice are one operation.
    ;(paths[path] ??= {})[method.toLowerCase()] ??= operation
  }
  for (const route of routes) put(templateOf(route.path), route.method, serverOperation(route))
  for (const route of controls) put(`/-${route.path}`, route.method, controlOperation(route, ''))
  for (const route of controls.filter(({ of }) => of === 'store'))
    put(`/-/s/{store}/-${route.path}`, route.method, controlOperation(route, 'OfStore'))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rillbox',
      version: '1',
      summary: 'The HTTP interface of EventStoreDB and KurrentDB, and control routes for tests.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags,
    paths,
    components: { schemas: { ...serverSchemas, ...controlSchemas }, securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
  }
}

const tags = [
  { name: 'Streams', description: 'Append, read and delete.' },
  { name: 'Projections', description: 'Create, command and read.' },
  { name: 'Subscriptions', description: 'Persistent subscriptions.' },
  { name: 'Users', description: 'Accounts.' },
  { name: 'Node', description: 'What the node tells of itself, and its administration.' },
  { name: 'Control', description: 'What tests do to a store; only with `serve --control`.' },
]

/** OpenAPI has no greedy tails. */
const templateOf = (path: string): string => path.replaceAll('{*', '{')

const tagOf = (path: string): string =>
  path.startsWith('/streams')
    ? 'Streams'
    : path.startsWith('/projection')
      ? 'Projections'
      : path.startsWith('/subscriptions')
        ? 'Subscriptions'
        : path.startsWith('/users')
          ? 'Users'
          : 'Node'

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** `getStreamsByStreamByEvent`; a slash at the end counts. */
const operationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .split('/')
    .slice(1)
    .map((segment) => (segment === '' ? 'Slash' : segment.replace(/^\{\*?(\w+)\}$/, 'by-$1')))
    .flatMap((segment) => segment.split(/[^A-Za-z0-9]+/))
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

const pathParameters = (path: string): readonly object[] =>
  [...path.matchAll(/\{\*?(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

// ---- the server's routes

/** Statuses that any route may answer: a caller who is unknown, what cannot be written or read, and a handler that fails. */
const everywhere: readonly number[] = [401, 406, 415, 500]

function serverOperation(route: DescribedRoute): Operation {
  const { method, path } = route
  const answers = serverAnswers[`${method} ${path}`]
  const statuses = [...new Set([...(answers?.statuses ?? [200, 404]), ...everywhere])].toSorted((one, other) => one - other)
  const parameters = pathParameters(path)
  const accepted = contentOf(route.reads, (type) => (type.endsWith('events+json') ? ref('NewEvents') : ref('Anything')))
  return {
    operationId: operationId(method, path),
    summary: `${method} ${path}`,
    tags: [tagOf(path)],
    ...(parameters.length > 0 && { parameters }),
    ...(accepted && { requestBody: { required: false, content: accepted } }),
    responses: Object.fromEntries(statuses.map((status) => [String(status), serverResponse(route, status)])),
    security: [{ basic: [] }, {}],
  }
}

function serverResponse(route: DescribedRoute, status: number): ApiResponse {
  const content = contentOf(route.writes === 'any' ? ['application/json'] : route.writes, (type) => jsonSchema(route, status, type))
  const hasBody = status !== 204 && status !== 304 && status !== 307 && status !== 302
  return { description: reasons[status] ?? 'Another answer', ...(hasBody && content && { content }) }
}

const reasons: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, without a body',
  302: 'Elsewhere',
  304: 'Not modified',
  307: 'Elsewhere, with the same method',
  400: 'The request cannot be understood, or its expectation does not hold',
  401: 'Unknown caller, or one without the right',
  404: 'Not there',
  405: 'Not with this method',
  406: 'Not in this type',
  409: 'There already',
  410: 'Deleted for good',
  413: 'Too large',
  415: 'Not with this type',
  500: 'The server failed',
}

function contentOf(types: readonly string[] | 'any' | undefined, schemaOf: (type: string) => Schema | undefined): Content | undefined {
  if (types === undefined || types === 'any') return undefined
  const entries = types.flatMap((type) => {
    const schema = type.endsWith('json') ? schemaOf(type) : undefined
    return schema ? [[type, { schema }] as const] : []
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

const either = (names: readonly ServerSchemaName[]): Schema | undefined =>
  names.length === 0 ? undefined : names.length === 1 ? ref(names[0]!) : { anyOf: names.map(ref) }

/** @returns undefined where no body of this type is JSON. */
export function jsonSchema({ method, path }: DescribedRoute, status: number, type: string): Schema | undefined {
  if (type.endsWith('streamdesc+json')) return { anyOf: [ref('StreamDescription'), ref('Feed')] }
  if (status >= 400) return refusalSchema(path)
  const json = serverAnswers[`${method} ${path}`]?.json ?? []
  if (type.endsWith('competingatom+json')) return ref('Feed')
  if (!path.startsWith('/streams') || method !== 'GET') return either(json)
  // One event: as an entry, as a document, or its data alone.
  const isOneEvent = /^\/streams\/(?:\{stream\}\/(?:metadata\/)?\{event\}|\{stream\}\/metadata)$/.test(path)
  if (!isOneEvent) return ref('Feed')
  const event = type.endsWith('atom+json') ? ref('FeedEntry') : type.endsWith('event+json') ? ref('EventDocument') : ref('Anything')
  return path.includes('/metadata') ? { anyOf: [event, ref('NoMetadata')] } : event
}

function refusalSchema(path: string): Schema | undefined {
  if (path.startsWith('/users')) return { anyOf: [ref('UserMessage'), ref('UserDetails')] }
  return path.startsWith('/subscriptions') ? { anyOf: [ref('SubscriptionMessage'), ref('SubscriptionList')] } : undefined
}

// ---- the control routes

const refused = { description: 'Refused, and why', content: { 'application/problem+json': { schema: ref('Problem') } } }

function controlOperation({ method, path, summary, query = {}, body, answers, isBodyOptional }: ControlRoute, suffix: string): Operation {
  const parameters = [
    ...(suffix === '' ? [] : [{ name: 'store', in: 'path', required: true, schema: { type: 'string' } }]),
    ...pathParameters(path),
    ...Object.entries(query).map(([name, { description, schema }]) => ({ name, in: 'query', required: false, description, schema })),
  ]
  const responses = Object.entries(answers).map(([status, { description, schema, type }]) => {
    const isProblem = schema?.$ref?.endsWith('/Problem') === true
    const media = type ?? (isProblem ? 'application/problem+json' : 'application/json')
    const content = schema || type ? { [media]: { schema: schema ?? { type: 'string' as const } } } : undefined
    return [status, { description, ...(content && { content }) }] as const
  })
  return {
    operationId: `control${operationId(method, path).replace(/^./, (letter) => letter.toUpperCase())}${suffix}`,
    summary,
    tags: ['Control'],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: isBodyOptional !== true, content: { 'application/json': { schema: body } } } }),
    responses: { ...Object.fromEntries(responses), '400': refused, '403': refused, '404': refused, '405': refused, '415': refused },
    security: [],
  }
}
