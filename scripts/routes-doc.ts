// Writes docs/server/routes.md and docs/server/control-routes.md from the tables of routes; `--check` only reports whether they are stale.

import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { format } from 'prettier'
import { controlRoutes } from '../src/control/routes.ts'
import type { ControlRoute } from '../src/control/route.ts'
import { controlSchemas } from '../src/control/schemas.ts'
import type { Schema } from '../src/control/schema.ts'
import { defaultRelease, factsOf } from '../src/base/release/releases.ts'
import type { RouteAccess, Route } from '../src/http/exchange.ts'
import * as media from '../src/http/streams/media-types.ts'
import { routeTable } from '../src/http/routes.ts'
import { servicesWithDefaults } from '../src/http/services.fixture.ts'
import type { CallMethod } from './documents/call-methods.ts'
import { listCallMethods } from './documents/call-methods.ts'

const chapters: readonly (readonly [title: string, beginnings: readonly string[]])[] = [
  ['Streams', ['/streams']],
  ['Projections', ['/projections', '/projection']],
  ['Persistent subscriptions', ['/subscriptions']],
  ['Users', ['/users']],
  ['Administration', ['/admin']],
  ['The node', ['/']],
]

const introduction = `# Routes

What each route of the default release takes and answers, and who may use it. [Which release](releases.md) names the routes that others have.

Of the routes that match a path and have its method, the one with the most literals on the left wins. \`OPTIONS\` is answered on every path
below, and other methods with 405. "Body" lists the content types of the request; "answers" lists those to choose with \`Accept\` or \`?format=\`,
the default first. "Any" accepts every type, and names in italics stand for the lists at the end. Rights on streams come from their access
lists.

Generated from the table of routes, and from the services of all releases, by \`npx node scripts/routes-doc.ts\`; a test fails when this file is stale.`

/** Lists that are too long for a table. */
const named = (types: readonly string[]): readonly string[] => media.namesOf(types, factsOf(defaultRelease).http.vendors)
const longLists: Readonly<Record<string, readonly string[]>> = {
  'feed types': named(media.feedTypes),
  'event types': named(media.eventTypes),
  'write types': named(media.writeTypes),
  'incoming types': named(media.incomingTypes),
}

/** @returns the whole document. */
function routesDocument(routes: readonly Route[], calls: readonly CallMethod[]): Promise<string> {
  const left = new Set(routes)
  const parts = chapters.map(([title, beginnings]) => {
    const own = [...left].filter(({ path }) =>
      beginnings.some((beginning) => path === beginning || path.startsWith(beginning.replace(/\/?$/, '/'))),
    )
    for (const route of own) left.delete(route)
    return `## ${title}\n\n| method | path | who | body | answers |\n| --- | --- | --- | --- | --- |\n${own.map(row).join('\n')}`
  })
  const lists = Object.entries(longLists).map(([name, list]) => `- _${name}_: ${list.join(', ')}`)
  return format([introduction, ...parts, `## Media types\n\n${lists.join('\n')}`, callChapter(calls)].join('\n\n'), { parser: 'markdown' })
}

const aboutCalls = `A port of Node answers these [over HTTP/2](../guides/back-ends.md), as \`POST /SERVICE/METHOD\`. "Who" is asked before the request is read;
rights on streams come from their access lists, as over HTTP.`

function callChapter(calls: readonly CallMethod[]): string {
  const rows = calls.map(
    ({ service, method, callers, releases }) =>
      `| \`${service}\` | \`${method}\` | ${callers.replaceAll('-', ' ')} | ${releases.join(', ')} |`,
  )
  return `## gRPC\n\n${aboutCalls}\n\n| service | method | who | releases |\n| --- | --- | --- | --- |\n${rows.join('\n')}`
}

const row = ({ method, path, access, reads, writes }: Route): string =>
  `| ${method} | \`${path}\` | ${who(access)} | ${types(reads)} | ${types(writes)} |`

function who(access: RouteAccess): string {
  if (typeof access === 'string') return access.replaceAll('-', ' ')
  const right = access.right.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return `${right}${access.stream ? ` on \`${access.stream}\`` : ''}${access.authenticated ? ', authenticated' : ''}`
}

function types(of: readonly string[] | 'any' | undefined): string {
  if (of === undefined || of === 'any') return of ?? ''
  const known = Object.entries(longLists).find(([, list]) => list.join() === of.join())
  return known ? `_${known[0]}_` : of.join(', ')
}

const controlIntroduction = `# Control routes

[Control over HTTP](../guides/control.md) says how to use them. All paths are below \`/-\`; those of one store are also below \`/-/s/NAME/-\`, for a store
that \`POST /-/stores\` has made. \`serve --control\` answers all of it, and the server's routes, as OpenAPI 3.1 at \`/-/openapi.json\`.

Every route may also answer 400, 403, 404, 405 and 415, with a [problem](../guides/control.md#problems).

Generated from the table of control routes by \`npx node scripts/routes-doc.ts\`; a test fails when this file is stale.`

function controlDocument(): Promise<string> {
  const parts = controlRoutes.map(chapterOf)
  const shapes = Object.entries(controlSchemas).map(([name, schema]) => `### ${name}\n\n${shapeOf(schema)}`)
  return format([controlIntroduction, '## Routes', ...parts, '## Shapes', ...shapes].join('\n\n'), { parser: 'markdown' })
}

function chapterOf({ method, path, of, summary, query = {}, body, answers, isBodyOptional }: ControlRoute): string {
  const lines = [
    ...Object.entries(query).map(([name, { description, schema }]) => `- \`?${name}=\` (${typeOf(schema)}): ${description}`),
    ...(body ? [`- Body${isBodyOptional ? ', optional' : ''}: ${memberList(body)}`] : []),
    ...Object.entries(answers).map(
      ([status, { description, schema, type }]) =>
        `- ${status}: ${description}${schema && !schema.$ref?.endsWith('/Problem') ? ` ${memberList(schema)}` : type ? ` \`${type}\`` : ''}`,
    ),
  ]
  return `### ${method} ${path.replaceAll('{', '\\{')}\n\n${summary}${of === 'server' ? '; of the whole server' : ''}.\n\n${lines.join('\n')}`
}

const isShort = (schema: Schema): boolean => schema.properties === undefined

const memberList = (schema: Schema): string =>
  isShort(schema)
    ? `${typeOf(schema)}${schema.description ? `. ${schema.description}` : ''}`
    : `\`${Object.keys(schema.properties!)
        .map((name) => (schema.required?.includes(name) ? name : `${name}?`))
        .join('`, `')}\``

function shapeOf(schema: Schema): string {
  if (isShort(schema)) return memberList(schema)
  const rows = Object.entries(schema.properties!).map(
    ([name, member]) =>
      `| \`${name}\` | ${typeOf(member)}${schema.required?.includes(name) ? '' : ', optional'} | ${member.description ?? ''} |`,
  )
  return `${schema.description ? `${schema.description}\n\n` : ''}| member | type | meaning |\n| --- | --- | --- |\n${rows.join('\n')}`
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return `[${schema.$ref.split('/').at(-1)}](#${schema.$ref.split('/').at(-1)!.toLowerCase()})`
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  return schema.type ?? 'any'
}

const documents = [
  ['docs/server/routes.md', await routesDocument(routeTable(servicesWithDefaults()), await listCallMethods())],
  ['docs/server/control-routes.md', await controlDocument()],
] as const
for (const [file, document] of documents) {
  const target = new URL(`../${file}`, import.meta.url)
  if (!argv.includes('--check')) writeFileSync(target, document)
  else if (document !== readFileSync(target, 'utf8')) {
    console.error(`${file} is stale: run \`npx node scripts/routes-doc.ts\``)
    process.exitCode = 1
  }
}
