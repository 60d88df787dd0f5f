// The complete table of control routes, and which of them a request asks for.

import type { ControlExchange, ControlMethod, ControlReply, ControlRoute } from './route.ts'
import { json } from './route.ts'
import { object, open, string } from './schema.ts'
import { clockRoutes } from './routes/clock-routes.ts'
import { contentRoutes } from './routes/content-routes.ts'
import { faultRoutes } from './routes/fault-routes.ts'
import { observeRoutes } from './routes/observe-routes.ts'
import { storeRoutes } from './routes/store-routes.ts'
import { watchRoutes } from './routes/watch-routes.ts'

const aboutRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/',
    of: 'store',
    summary: 'What answers here',
    answers: {
      200: {
        description: 'A store of Rillbox.',
        schema: object({
          server: string('rillbox'),
          release: string('Of the server that it answers as.'),
          url: string('The base URL of the store.'),
          openapi: string('Address of the description.'),
        }),
      },
    },
    handle: about,
  },
  {
    method: 'GET',
    path: '/openapi.json',
    of: 'server',
    summary: 'Everything that the port answers, as OpenAPI 3.1',
    answers: { 200: { description: 'The document.', schema: open('https://spec.openapis.org/oas/v3.1.1') } },
    handle: async ({ describe }) => json(await describe()),
  },
]

function about({ store: { release, baseUrl = '/' }, origin }: ControlExchange): ControlReply {
  const url = origin + new URL(baseUrl, origin).pathname
  return json({ server: 'rillbox', release, url: url.replace(/\/$/, ''), openapi: `${origin}/-/openapi.json` })
}

/** In the order of the documentation. */
export const controlRoutes: readonly ControlRoute[] = [
  ...aboutRoutes,
  ...storeRoutes,
  ...contentRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...observeRoutes,
  ...watchRoutes,
]

export type FoundRoute =
  | { readonly kind: 'found'; readonly route: ControlRoute; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly allowed: readonly ControlMethod[] }
  | { readonly kind: 'none' }

/** @param path below `/-`, or below the control path of a named store; literals go before variables. */
export function findRoute(method: string, path: string, of: ControlRoute['of']): FoundRoute {
  const fitting = controlRoutes
    .filter((route) => of === 'server' || route.of === 'store')
    .flatMap((route) => {
      const params = paramsOf(route.path, path)
      return params ? [{ route, params }] : []
    })
    .toSorted((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)
  const found = fitting.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method))
  if (found) return { kind: 'found', ...found }
  return fitting.length > 0 ? { kind: 'wrong-method', allowed: [...new Set(fitting.map(({ route }) => route.method))] } : { kind: 'none' }
}

function paramsOf(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const [expected, given] = [template.split('/'), path.split('/')]
  if (expected.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const variable = /^\{(\w+)\}$/.exec(part)?.[1]
    const text = decoded(given[index]!)
    if (text === undefined || (variable === undefined ? part !== text : text === '')) return undefined
    if (variable !== undefined) params[variable] = text
  }
  return params
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
