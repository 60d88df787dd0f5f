// Writes docs/server/routes.md from the table of routes; `--check` only reports whether it is stale.

import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { format } from 'prettier'
import { defaultRelease, factsOf } from '../src/base/release/releases.ts'
import type { RouteAccess, Route } from '../src/http/exchange.ts'
import * as media from '../src/http/streams/media-types.ts'
import { routeTable } from '../src/http/routes.ts'
import { servicesWithDefaults } from '../src/http/services.fixture.ts'

const target = new URL('../docs/server/routes.md', import.meta.url)

const chapters: readonly (readonly [title: string, beginnings: readonly string[]])[] = [
  ['Streams', ['/streams']],
  ['Projections', ['/projections', '/projection']],
  ['Persistent subscriptions', ['/subscriptions']],
  ['Users', ['/users']],
  ['Administration', ['/admin']],
  ['The node', ['/']],
]

const introduction = `# Routes

Generated from the table of routes of the default release by \`npx node scripts/routes-doc.ts\`; a test fails when this file is stale.
[Which release](releases.md) names the routes that others have.

Of the routes that match a path and have its method, the one with the most literals on the left wins. \`OPTIONS\` is answered on every path
below, and other methods with 405. "Body" lists the content types of the request; "answers" lists those to choose with \`Accept\` or \`?format=\`,
the default first. "Any" accepts every type, and names in italics stand for the lists at the end. Rights on streams come from their access
lists.`

/** Lists that are too long for a table. */
const named = (types: readonly string[]): readonly string[] => media.namesOf(types, factsOf(defaultRelease).http.vendors)
const longLists: Readonly<Record<string, readonly string[]>> = {
  'feed types': named(media.feedTypes),
  'event types': named(media.eventTypes),
  'write types': named(media.writeTypes),
  'incoming types': named(media.incomingTypes),
}

/** @returns the whole document. */
function routesDocument(routes: readonly Route[]): Promise<string> {
  const left = new Set(routes)
  const parts = chapters.map(([title, beginnings]) => {
    const own = [...left].filter(({ path }) =>
      beginnings.some((beginning) => path === beginning || path.startsWith(beginning.replace(/\/?$/, '/'))),
    )
    for (const route of own) left.delete(route)
    return `## ${title}\n\n| method | path | who | body | answers |\n| --- | --- | --- | --- | --- |\n${own.map(row).join('\n')}`
  })
  const lists = Object.entries(longLists).map(([name, list]) => `- _${name}_: ${list.join(', ')}`)
  return format([introduction, ...parts, `## Media types\n\n${lists.join('\n')}`].join('\n\n'), { parser: 'markdown' })
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

const document = await routesDocument(routeTable(servicesWithDefaults()))
if (!argv.includes('--check')) writeFileSync(target, document)
else if (document !== readFileSync(target, 'utf8')) {
  console.error('docs/server/routes.md is stale: run `npx node scripts/routes-doc.ts`')
  process.exitCode = 1
}
