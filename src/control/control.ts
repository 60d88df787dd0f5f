// Answers requests below /-: control routes of the served store and of named ones, and the requests to named stores themselves.

import type { Store } from '../engine/store.ts'
import type { PlainAnswer } from '../base/answer.ts'
import { plainly } from '../base/answer.ts'
import { closestWord } from '../engine/queries/event-names.ts'
import { printProblems } from '../engine/shape.ts'
import { ControlChanges } from './changes.ts'
import { judgeControl } from './guard.ts'
import type { NamedStores } from './named-stores.ts'
import type { DescribedRoute } from './openapi/document.ts'
import type { ControlExchange, ControlProblem, ControlReply, ControlRoute } from './route.ts'
import { problem } from './route.ts'
import { noSuchStore } from './routes/store-routes.ts'
import { controlRoutes, findRoute } from './routes.ts'
import { controlSchemas } from './schemas.ts'
import type { Schema } from './schema.ts'
import { object, problemsIn } from './schema.ts'

export interface ControlOptions {
  readonly store: Store
  readonly stores: NamedStores
  /** Of the server, for the description. */
  readonly routes: readonly DescribedRoute[]
  /** Names under which the port is known, beside those of this machine. `*` is none. */
  readonly hosts: readonly string[]
  /** Whether other machines reach the port. */
  readonly isExposed: boolean
}

/** @returns what answers requests whose path begins with `/-`; undefined for others, which are the store's. */
export function createControl(options: ControlOptions): (request: Request) => Promise<PlainAnswer | Response> | undefined {
  const { store, stores } = options
  const changes = new ControlChanges()
  stores.onChange(() => changes.tell())
  return (request) => {
    const { pathname } = new URL(request.url)
    if (pathname !== '/-' && !pathname.startsWith('/-/')) return undefined
    const [, name, rest = ''] = /^\/-\/s\/([^/]+)(\/.*)?$/.exec(pathname) ?? []
    if (name === undefined) return control({ ...options, changes }, request, { store, name, path: pathname.slice(2) || '/', of: 'server' })
    const named = stores.find(name)
    if (!named) return Promise.resolve(respond(noSuchStore(name)))
    if (rest === '/-' || rest.startsWith('/-/'))
      return control({ ...options, changes }, request, { store: named.store, name, path: rest.slice(2) || '/', of: 'store' })
    return plainly(named.store.fetch)(request)
  }
}

/** Whether a control route answers, and not a store: neither the served nor a named one. */
export const isControlPath = (path: string): boolean => /^\/-(?:$|\/(?:s\/[^/]+\/-(?:$|\/)|(?!s\/)))/.test(path)

interface Asked {
  readonly store: Store
  readonly name: string | undefined
  /** Below the control path. */
  readonly path: string
  readonly of: ControlRoute['of']
}

type ControlParts = ControlOptions & { readonly changes: ControlChanges }

/** With the date of the store's clock: the host would set that of real time. */
async function control(options: ControlParts, request: Request, asked: Asked): Promise<Response> {
  const response = await answer(options, request, asked)
  response.headers.set('Date', new Date(asked.store.clock.now()).toUTCString())
  return response
}

async function answer({ stores, changes, routes, hosts, isExposed }: ControlParts, request: Request, asked: Asked): Promise<Response> {
  const url = new URL(request.url)
  const { method, headers, signal } = request
  const verdict = judgeControl({ method, authority: url.host, hostname: url.hostname, headers }, { hosts, isExposed })
  if (verdict.kind === 'refused') return respond(problem(403, verdict.code, verdict.detail))
  const found = findRoute(method, asked.path, asked.of)
  if (found.kind === 'none') return respond(unknownPath(asked))
  if (found.kind === 'wrong-method')
    return respond(problem(405, 'wrong-method', `This path takes ${found.allowed.join(', ')}.`), { Allow: found.allowed.join(', ') })
  const { route, params } = found
  const wrong = queryProblem(route, url.searchParams)
  if (wrong) return respond(wrong)
  const body = await readBody(route, request)
  if (body.kind === 'refused') return respond(body.reply)
  const exchange: ControlExchange = {
    store: asked.store,
    name: asked.name,
    stores,
    changes,
    params,
    query: url.searchParams,
    body: body.value,
    headers,
    describe: async () => (await import('./openapi/document.ts')).apiDocument(routes, controlRoutes, url.origin),
    origin: url.origin,
    signal,
  }
  const reply = await route.handle(exchange)
  if (route.method !== 'GET' && !route.isQuestion) changes.tell()
  return respond(reply)
}

type ReadBody = { readonly kind: 'body'; readonly value: unknown } | { readonly kind: 'refused'; readonly reply: ControlReply }

/**
 * A page can send other types of content to any address without asking first, so every method that changes something demands JSON: even where
 * the route takes no body, a body has to be one.
 */
async function readBody(route: ControlRoute, request: Request): Promise<ReadBody> {
  if (route.method === 'GET') return { kind: 'body', value: undefined }
  const text = await request.text()
  const type = (request.headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/json' && (text !== '' || type !== ''))
    return refuse(415, 'not-json', `This route takes Content-Type: application/json, not "${type}".`)
  if (text === '' && (route.body === undefined || route.isBodyOptional)) return { kind: 'body', value: {} }
  const parsed = parse(text)
  if (parsed.kind === 'broken')
    return refuse(400, 'invalid-json', text === '' ? 'The body is missing.' : `The body is not JSON: ${parsed.message}`)
  const problems = problemsIn(resolved(route.body ?? nothing), parsed.value)
  if (problems.length === 0) return { kind: 'body', value: parsed.value }
  return { kind: 'refused', reply: problem(400, 'invalid-request', printProblems(problems), { problems }) }
}

/** The body of a route that takes none. Members are refused: their sender expects an effect, for example that only one stream is cleared. */
const nothing: Schema = object({})

const refuse = (status: number, code: string, detail: string): ReadBody => ({ kind: 'refused', reply: problem(status, code, detail) })

function parse(text: string): { readonly kind: 'parsed'; readonly value: unknown } | { readonly kind: 'broken'; readonly message: string } {
  try {
    return { kind: 'parsed', value: JSON.parse(text) }
  } catch (error) {
    return { kind: 'broken', message: (error as Error).message }
  }
}

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : controlSchemas[schema.$ref.split('/').at(-1) as keyof typeof controlSchemas]

/** A misspelled parameter would have no effect. */
function queryProblem({ query = {} }: ControlRoute, given: URLSearchParams): ControlReply | undefined {
  for (const [name, value] of given) {
    const known = query[name]
    if (!Object.hasOwn(query, name) || !known)
      return problem(
        400,
        'invalid-request',
        `The parameter "${name}" is not known here; known are ${Object.keys(query).join(', ') || 'none'}.`,
      )
    const read = readParameter(value, known.schema)
    const problems = problemsIn(known.schema, read)
    if (problems.length > 0) return problem(400, 'invalid-request', printProblems(problems.map((found) => ({ ...found, path: name }))))
  }
  return undefined
}

/** What it does not read as the type stays a text, for the refusal to show. */
function readParameter(value: string, { type }: Schema): unknown {
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return type === 'integer' && /^\d+$/.test(value) ? Number(value) : value
}

function unknownPath({ path, of }: Asked): ControlReply {
  const paths = controlRoutes.filter((route) => of === 'server' || route.of === 'store').map((route) => route.path)
  const near = closestWord(path, paths)
  const hint = near === undefined ? 'GET /-/openapi.json lists all.' : `Did you mean ${near}?`
  return problem(404, 'no-such-route', `There is no control route ${path}. ${hint}`, near === undefined ? {} : { didYouMean: near })
}

/** No page may read it, keep it, or take it for something else. */
const always = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }

function respond(reply: ControlReply, more: Readonly<Record<string, string>> = {}): Response {
  switch (reply.kind) {
    case 'done':
      return new Response(null, { status: 204, headers: { ...always, ...more } })
    case 'json':
      return new Response(`${JSON.stringify(reply.value)}\n`, {
        status: reply.status,
        headers: { ...always, ...more, ...reply.headers, 'Content-Type': 'application/json; charset=utf-8' },
      })
    case 'problem':
      return new Response(`${JSON.stringify(printed(reply.problem))}\n`, {
        status: reply.problem.status,
        headers: { ...always, ...more, 'Content-Type': 'application/problem+json; charset=utf-8' },
      })
    case 'answer':
      return withHeaders(reply.response, always)
    case 'events':
      return new Response(reply.body, { headers: { ...always, ...more, 'Content-Type': 'text/event-stream; charset=utf-8' } })
  }
}

function withHeaders({ status, statusText, headers, body }: Response, more: Readonly<Record<string, string>>): Response {
  return new Response(body, { status, statusText, headers: { ...Object.fromEntries(headers), ...more } })
}

const documentation = 'https://github.com/rillbox/rillbox/blob/main/docs/guides/control.md'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  503: 'Service Unavailable',
}

const printed = ({ status, code, detail, more }: ControlProblem): object => ({
  type: `${documentation}#problems`,
  title: titles[status] ?? 'Error',
  status,
  code,
  detail,
  ...more,
})
