// Matches a raw path to routes in the server's order, and chooses the one for a method.

import type { Route } from '../../exchange.ts'
import { pathSegments } from './url.ts'

export interface RouteMatch {
  readonly route: Route
  /** Path variables, decoded twice; the greedy tail keeps its slashes. */
  readonly params: Readonly<Record<string, string>>
}

export interface Router {
  /**
   * All matching routes, the least literal first: greedy tails before variables before literals, and routes of one path in the order of the
   * table (streams-http §3.1).
   *
   * @param path raw path, with its leading slash and its escapes.
   */
  match(path: string): RouteMatch[]
}

/** One position of a path in the tree of all templates. */
interface Node {
  readonly literals: Map<string, Node>
  variable: Node | undefined
  greedy: Node | undefined
  /** Routes that end here, in the order of the table. */
  readonly routes: Template[]
}

interface Template {
  readonly route: Route
  /** Names of the path variables, by segment; undefined at a literal. */
  readonly names: readonly (string | undefined)[]
}

/** @param routes in order of registration. */
export function createRouter(routes: readonly Route[]): Router {
  const root = newNode()
  for (const route of routes) addRoute(root, route)
  return {
    match: (path) => {
      const found: RouteMatch[] = []
      collect(root, pathSegments(path), 0, found)
      return found
    },
  }
}

/** The most literal match with the method: the last one (server-http §2.6). */
export const chooseRoute = (matches: readonly RouteMatch[], method: string): RouteMatch | undefined =>
  matches.findLast(({ route }) => route.method === method)

/** Value of `Access-Control-Allow-Methods`, with duplicates (server-http §2.4). */
export const allowedMethods = (matches: readonly RouteMatch[]): string =>
  [...matches.map(({ route }) => route.method), 'OPTIONS'].join(', ')

const newNode = (): Node => ({ literals: new Map(), variable: undefined, greedy: undefined, routes: [] })

const variableName = /^\{(\*?)(\w+)\}$/

function addRoute(root: Node, route: Route): void {
  let node = root
  const names: (string | undefined)[] = []
  for (const segment of route.path.slice(1).split('/')) {
    const [, star, name] = variableName.exec(segment) ?? []
    names.push(name)
    node = name === undefined ? literalChild(node, segment) : star ? (node.greedy ??= newNode()) : (node.variable ??= newNode())
  }
  node.routes.push({ route, names })
}

function literalChild(node: Node, segment: string): Node {
  const child = node.literals.get(segment) ?? newNode()
  node.literals.set(segment, child)
  return child
}

function collect(node: Node, segments: readonly string[], index: number, found: RouteMatch[]): void {
  if (index === segments.length) return take(node, segments, found)
  const segment = segments[index]!
  const isLast = index === segments.length - 1
  // An empty last segment is a trailing slash, which only a literal or a greedy tail matches; any other matches nothing.
  if (node.greedy && !segments.slice(index, -1).includes('')) take(node.greedy, segments, found)
  if (node.variable && segment !== '') collect(node.variable, segments, index + 1, found)
  const literal = node.literals.get(segment)
  if (literal && (segment !== '' || isLast)) collect(literal, segments, index + 1, found)
}

function take({ routes }: Node, segments: readonly string[], found: RouteMatch[]): void {
  for (const { route, names } of routes) found.push({ route, params: bind(names, segments) })
}

function bind(names: readonly (string | undefined)[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  names.forEach((name, index) => {
    if (name === undefined) return
    params[name] = index === names.length - 1 ? segments.slice(index).join('/') : segments[index]!
  })
  return params
}
