// Checks the options of a store, so that a misspelled one is refused by name instead of doing nothing.

import { StoreError } from '../../base/errors.ts'
import { releases } from '../../base/release/releases.ts'
import type { Members } from '../shape.ts'
import { checkMembers, flag, nonEmptyText, oneOf, printProblems, text, when } from '../shape.ts'
import type { StoreOptions } from '../store.ts'

const object = when('an object', (value) => typeof value === 'object' && value !== null)
const wholeNumber = when('a whole number from 0 on', (value) => Number.isInteger(value) && (value as number) >= 0)

const known = {
  baseUrl: { check: when('an absolute URL such as "http://localhost:2113" or a path such as "/_store"', isBaseUrl) },
  storage: { check: object },
  environment: { check: object },
  queries: { check: oneOf(['worker', 'in-process']) },
  queryWorkerUrl: { check: when('an address such as "/worker.js"', (value) => isAddress(value)) },
  openQuery: { check: when('a function', (value) => typeof value === 'function') },
  requestLog: { check: when('a number from 0 on', (value) => typeof value === 'number' && value >= 0) },
  faultSeed: { check: when('a number', (value) => Number.isFinite(value)) },
  strictCors: {
    check: when('true, false or an origin such as "http://localhost:3000"', (value) => typeof value === 'boolean' || isOrigin(value)),
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
  requestTimeout: { check: when('milliseconds from 0 on', (value) => typeof value === 'number' && value >= 0) },
} satisfies Record<keyof StoreOptions, Members[string]>

/** @throws StoreError `invalid-options`, which names every unknown or unusable option, with its allowed values. */
export function checkStoreOptions(options: StoreOptions): void {
  const problems = checkMembers('', options, known)
  if (problems.length === 0) return
  throw new StoreError('invalid-options', `The options of a store cannot be used: ${printProblems(problems).replaceAll('\n', '; ')}.`, {
    hint: 'The type StoreOptions says which options there are.',
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
