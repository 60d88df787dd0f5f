// The options of a store, and their check: a misspelled one is refused by name instead of doing nothing.

import { StoreError } from '../../base/errors.ts'
import type { Environment } from '../../base/platform/environment.ts'
import type { Settings } from '../../base/settings.ts'
import type { OpenQuery } from '../../query/query.ts'
import type { Storage } from '../../storage/storage.ts'
import type { QueryPlace } from '../queries/open-query.ts'
import type { ProjectionSource } from '../queries/files/store-projections.ts'
import { releases } from '../../base/release/releases.ts'
import type { Check, Members, Problem } from '../shape.ts'
import { checkMembers, flag, list, members, nonEmptyText, oneOf, printProblems, text, when } from '../shape.ts'

export interface StoreOptions extends Partial<Settings> {
  /** Where clients reach the store; routing strips its path, links begin with it. Default: any origin, no path. */
  readonly baseUrl?: string
  /** Default: in memory. */
  readonly storage?: Storage
  /** Replaces parts of the platform, for example the clock. */
  readonly environment?: Partial<Environment>
  /**
   * Projections that the store has from its beginning: a list, or in Node where their files are, a folder or a pattern like `projections/*.js`.
   * Those that a stored one differs from are updated, and begin again where their query has changed; others stay. Default: none.
   */
  readonly projections?: ProjectionSource
  /**
   * Where the JavaScript of projections runs. `worker`: each query in a Worker, in Node in a thread, so that an endless loop blocks nothing
   * else. `in-process`: on the store's own thread, which waits while a handler runs: for tests that need every step in the same order.
   * Default: `worker`; where no Worker starts, the store runs queries in process and warns once.
   */
  readonly queries?: QueryPlace
  /**
   * Address, relative to the page, of the script of the Workers for queries (`rillbox/worker` of the package). For builds that do not put it
   * beside the application by themselves, for example esbuild's. Where it does not start, every query fails with the `StoreError`
   * `sandbox-unavailable`. Default: where the application's build has put it; where it does not start, queries run in the page, with one
   * warning on the console. Not used in Node.
   */
  readonly queryWorkerUrl?: string | URL
  /** @internal Replaces `queries`, for stores that share Workers of their own. */
  readonly openQuery?: OpenQuery
  /** Number of exchanges that `requests` keeps, bodies included. Default: 0. */
  readonly requestLog?: number
  /** Seed of the faults that depend on chance: the same seed repeats them. Default: 1. */
  readonly faultSeed?: number
  /**
   * Applies the browser's CORS rules, which interceptors skip: refuses requests that a page on another origin could not send, and hides
   * responses and headers that it could not read. True takes the page's origin from the request's `Origin` header; a text is that origin.
   * The page sees a network error; the console and the request log say why.
   */
  readonly strictCors?: boolean | string
}

const object = when('an object', (value) => typeof value === 'object' && value !== null)
const wholeNumber = when('a whole number from 0 on', (value) => Number.isInteger(value) && (value as number) >= 0)

const projectionList = list(
  members({
    name: {
      required: true,
      check: when('a name that does not begin with "$"', (value) => typeof value === 'string' && /^[^$]/.test(value)),
    },
    query: { required: true, check: text },
    mode: { check: oneOf(['continuous', 'one-time']) },
    emit: { check: flag },
    track: { check: flag },
    checkpoints: { check: flag },
    engine: { check: when('1 or 2', (value) => value === 1 || value === 2) },
    file: { check: text },
  }),
)

/** A list, or the place of files. */
export const projectionSource: Check = (path, value) =>
  typeof value === 'string' ? nonEmptyText(path, value) : projectionList(path, value)

const known = {
  baseUrl: { check: when('an absolute URL like "http://localhost:2113" or a path like "/_store"', isBaseUrl) },
  storage: { check: object },
  environment: { check: object },
  projections: { check: projectionSource },
  queries: { check: oneOf(['worker', 'in-process']) },
  queryWorkerUrl: { check: when('an address like "/worker.js"', (value) => isAddress(value)) },
  openQuery: { isInternal: true, check: when('a function', (value) => typeof value === 'function') },
  requestLog: { check: when('a number from 0 on', (value) => typeof value === 'number' && value >= 0) },
  faultSeed: { check: when('a number', (value) => Number.isFinite(value)) },
  strictCors: {
    check: when('true, false or an origin like "http://localhost:3000"', (value) => typeof value === 'boolean' || isOrigin(value)),
  },
  release: { check: oneOf(releases) },
  transientProjections: { check: flag },
  security: { check: oneOf(['secure', 'insecure']) },
  allowAnonymous: { check: flag },
  allowAnonymousEndpoints: { check: flag },
  systemProjections: { check: flag },
  adminUi: { check: flag },
  trustedAuth: { check: flag },
  disableHttpCaching: { check: flag },
  advertiseHost: { check: nonEmptyText },
  advertisePort: { check: wholeNumber },
  acceptUnparsableBodies: { check: flag },
  defaultAdminPassword: { check: text },
  defaultOpsPassword: { check: text },
  realm: { check: text },
  challenge: { check: oneOf(['Basic', 'X-Basic']) },
  maxAppendSize: { check: when('a number of bytes from 1 on', (value) => Number.isInteger(value) && (value as number) > 0) },
  requestTimeout: { check: when('milliseconds from 0 on', (value) => typeof value === 'number' && value >= 0) },
} satisfies Record<keyof StoreOptions, Members[string]>

/** The options of a function that makes a store, and has some of its own. */
export interface OptionsType {
  /** The name of their type, for readers of an error. */
  readonly type: string
  readonly own: Members
  /** Options of a store that it does not take. */
  readonly without?: readonly (keyof StoreOptions)[]
}

/** @throws StoreError `invalid-options`, which names every unknown or unusable option, with its allowed values. */
export function checkOptions(options: object, { type, own, without = [] }: OptionsType): void {
  const ofStore = Object.entries(known).filter(([name]) => !without.includes(name as keyof StoreOptions))
  refuseProblems(type, checkMembers('', options, { ...own, ...Object.fromEntries(ofStore), ...own }))
}

/** The same, of `createStore`. */
export const checkStoreOptions = (options: StoreOptions): void => refuseProblems('StoreOptions', checkMembers('', options, known))

/** The same for functions that take none of a store's options. */
export function refuseProblems(type: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return
  throw new StoreError('invalid-options', `These options cannot be used: ${printProblems(problems).replaceAll('\n', '; ')}.`, {
    hint: `The type ${type} says which options there are.`,
  })
}

/** An object of the class `URL` may come from another realm, so its class says nothing. */
function isAddress(value: unknown): boolean {
  const href = typeof value === 'object' && value !== null && 'href' in value ? value.href : value
  return typeof href === 'string' && href !== '' && URL.canParse(href, 'http://any.origin')
}

/** As a browser spells it, because it is compared: without a slash at the end. */
const isOrigin = (value: unknown): boolean =>
  value === 'null' || (typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value)

/** A text without a scheme would be taken for a path below any page: it is most likely a host whose scheme was forgotten. */
function isBaseUrl(value: unknown): boolean {
  if (typeof value !== 'string') return false
  return value.startsWith('/') ? URL.canParse(value, 'http://any.origin') : /^https?:\/\//i.test(value) && URL.canParse(value)
}
