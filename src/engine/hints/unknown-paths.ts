// Notices requests to paths that no route has, and says which path their caller may have meant: the answer, the server's 404, says nothing.

import type { AnswerRequest } from '../../base/answer.ts'
import { closestWord } from '../queries/event-names.ts'

export interface KnownPaths {
  /** Templates of paths, `{name}` for a segment. */
  readonly routes: readonly { readonly path: string }[]
  /** In front of every path. */
  readonly basePath: string
  /** Receives a sentence, once for each path. */
  readonly tell: (hint: string) => void
}

/** More paths than that are no slips. */
const mostHints = 10

/** Browsers ask for these by themselves. */
const ofBrowsers = /^\/(?:favicon\.ico|apple-touch-icon.*|robots\.txt|\.well-known\/.*)?$/

export function hintAtUnknownPaths(answer: AnswerRequest, { routes, basePath, tell }: KnownPaths): AnswerRequest {
  const told = new Set<string>()
  return async (request) => {
    const answered = await answer(request)
    if (answered.kind === 'dropped' || answered.status !== 404) return answered
    // Browsers ask with OPTIONS before their page asks.
    if (request.method === 'OPTIONS' || told.size >= mostHints) return answered
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith(`${basePath}/`)) return answered
    const path = pathname.slice(basePath.length)
    if (told.has(path) || ofBrowsers.test(path) || routes.some((route) => fits(route.path, path))) return answered
    told.add(path)
    tell(hintOn(request.method, path, routes))
    return answered
  }
}

function hintOn(method: string, path: string, routes: KnownPaths['routes']): string {
  if (path.startsWith('/-/')) return `${method} ${path} looks for control routes, which answer where "rillbox serve --control" runs.`
  const meant = closestWord(path, new Set(routes.flatMap((route) => filled(route.path, path) ?? [])))
  return `No route has the path of ${method} ${path}, so the answer is 404, as a server's.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}

const isVariable = (segment: string): boolean => segment.startsWith('{')
const isGreedy = (segment: string): boolean => segment.startsWith('{*')

/** The server compares more exactly (streams-http §3.1); what comes close enough for a handler's 404 counts as known. */
function fits(template: string, path: string): boolean {
  const [expected, given] = [template.split('/'), path.split('/')]
  if (expected.some(isGreedy)) return expected.every((segment, index) => isVariable(segment) || segment === given[index])
  return expected.length === given.length && expected.every((segment, index) => isVariable(segment) || segment === given[index])
}

/** The path of the route with the segments that the caller has given; undefined where there are more or fewer. */
function filled(template: string, path: string): string | undefined {
  const [expected, given] = [template.split('/'), path.split('/')]
  return expected.length === given.length
    ? expected.map((segment, index) => (isVariable(segment) ? given[index] : segment)).join('/')
    : undefined
}
