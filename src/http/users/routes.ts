// Routes of accounts: list, read, create, update, delete, enable, disable, and passwords (server-http §9).

import type { JsonDocument } from '../../base/json/value.ts'
import type { Profile, StoredAccount, UserOutcome, Users } from '../../users/users.ts'
import { absoluteUrl } from '../pipeline/reply/absolute-url.ts'
import { hasRole } from '../../users/rights.ts'
import { escapeName } from '../pipeline/reply/escape.ts'
import type { Exchange, Reply, Route } from '../exchange.ts'
import type { BodyMembers } from '../pipeline/request/body-members.ts'
import { readBodyMembers, UnusableBody } from '../pipeline/request/body-members.ts'
import { messageType, negotiatedReply } from '../pipeline/reply/representations.ts'
import { badRequest, refusedByHandler } from '../pipeline/reply/replies.ts'
import { printOffsetTime } from '../../base/time/moments.ts'

const media = ['application/json', 'text/xml']

/** Registered only while security is on. */
export function userRoutes(users: Users): Route[] {
  const route = (method: Route['method'], path: string, handle: Route['handle']): Route => ({
    method,
    path,
    access: 'admin',
    writes: media,
    handle,
  })
  const command = (name: string, run: (login: string) => Promise<UserOutcome>): Route =>
    route('POST', `/users/{login}/command/${name}`, async (exchange) => {
      const login = exchange.params['login']!
      return updateReply(exchange, login, await asAdministrator(exchange, () => run(login)))
    })
  const withBody = (route: Route): Route => ({ ...route, reads: media, handle: usableBodiesOnly(route.handle) })

  const list = async (exchange: Exchange) =>
    negotiatedReply(exchange, { json: { data: (await users.list()).map(withLinks(exchange)), ...success, ...label(exchange, 261) } })
  const create = async (exchange: Exchange) => await createUser(exchange, users)

  return [
    route('GET', '/users', list),
    route('GET', '/users/', list),
    route('GET', '/users/{login}', async (exchange) => details(exchange, await users.find(exchange.params['login']!))),
    {
      ...route('GET', '/users/$current', async (exchange) => current(exchange, await users.find(exchange.user!.name))),
      access: 'authenticated',
    },
    withBody(route('POST', '/users', create)),
    withBody(route('POST', '/users/', create)),
    withBody(route('PUT', '/users/{login}', async (exchange) => await updateUser(exchange, users))),
    route('DELETE', '/users/{login}', async (exchange) => {
      const login = exchange.params['login']!
      return updateReply(exchange, login, await asAdministrator(exchange, () => users.delete(login)))
    }),
    command('enable', (login) => users.enable(login)),
    command('disable', (login) => users.disable(login)),
    withBody(route('POST', '/users/{login}/command/reset-password', async (exchange) => await resetPassword(exchange, users))),
    withBody({
      ...route('POST', '/users/{login}/command/change-password', async (exchange) => await changePassword(exchange, users)),
      access: 'oneself',
    }),
  ]
}

type Outcome = UserOutcome | { readonly kind: 'not-administrator' }

/** The policy admits the name `admin`; changes of accounts require the role. */
const asAdministrator = async ({ user }: Exchange, run: () => Promise<UserOutcome>): Promise<Outcome> =>
  hasRole(user, '$admins') ? await run() : { kind: 'not-administrator' }

async function createUser(exchange: Exchange, users: Users): Promise<Reply> {
  const members = await readBodyMembers(await exchange.body(), ['loginName', 'password', ...profileNames])
  const [login, password] = [members.text('loginName'), members.text('password')]
  if (login === undefined || password === undefined) return badRequest('loginName and password are required')
  const outcome = await asAdministrator(exchange, () => users.create({ login, password, ...readProfile(members) }))
  const reply = updateReply(exchange, login, outcome)
  return outcome.kind === 'done' ? { ...reply, status: 201, headers: { Location: `${exchange.base}/users/${escapeName(login)}` } } : reply
}

async function updateUser(exchange: Exchange, users: Users): Promise<Reply> {
  const login = exchange.params['login']!
  const profile = readProfile(await readBodyMembers(await exchange.body(), profileNames))
  return updateReply(exchange, login, await asAdministrator(exchange, () => users.update(login, profile)))
}

const profileNames = ['fullName', 'groups'] as const

/** Missing groups become an empty list, on which the administration pages call `join` (server-http §9.1). */
const readProfile = (members: BodyMembers<(typeof profileNames)[number]>): Profile => ({
  fullName: members.text('fullName') ?? null,
  groups: members.texts('groups') ?? [],
})

async function resetPassword(exchange: Exchange, users: Users): Promise<Reply> {
  const login = exchange.params['login']!
  const newPassword = (await readBodyMembers(await exchange.body(), ['newPassword'])).text('newPassword')
  if (newPassword === undefined) return badRequest('newPassword is required')
  return updateReply(exchange, login, await asAdministrator(exchange, () => users.resetPassword(login, newPassword)))
}

async function changePassword(exchange: Exchange, users: Users): Promise<Reply> {
  const login = exchange.params['login']!
  const members = await readBodyMembers(await exchange.body(), ['currentPassword', 'newPassword'])
  const [currentPassword, newPassword] = [members.text('currentPassword'), members.text('newPassword')]
  if (currentPassword === undefined || newPassword === undefined) return badRequest('currentPassword and newPassword are required')
  return updateReply(exchange, login, await users.changePassword(login, currentPassword, newPassword))
}

/** Routes accept the type XML, but the server cannot read it (server-http §9.1). */
const usableBodiesOnly =
  (handle: Route['handle']): Route['handle'] =>
  async (exchange) => {
    if (exchange.requestType !== 'application/json') return badRequest('The body is no JSON object.')
    try {
      return await handle(exchange)
    } catch (error) {
      if (error instanceof UnusableBody) return badRequest(error.message)
      throw error
    }
  }

const success = { success: true, error: 'Success' }

/** The last members of every internal message (server-http §2.9). */
const label = ({ facts }: Exchange, type: number) => ({ ...messageType(facts.http, type), label: 'Other' })

const failures = {
  unknown: { status: 404, error: 'NotFound' },
  taken: { status: 409, error: 'Conflict' },
  'wrong-password': { status: 401, error: 'Unauthorized' },
  'not-administrator': { status: 401, error: 'Unauthorized' },
} as const

/** The answer of commands, create, update and delete (server-http §9.2). */
function updateReply(exchange: Exchange, loginName: string, outcome: Outcome): Reply {
  if (outcome.kind === 'done') return negotiatedReply(exchange, { json: { loginName, ...success, ...label(exchange, 259) } })
  const { error, status } = failures[outcome.kind]
  const more = status === 401 ? refusedByHandler(exchange) : { status }
  return negotiatedReply(exchange, { json: { loginName, success: false, error, ...label(exchange, 259) } }, more)
}

const details = (exchange: Exchange, account: StoredAccount | undefined): Reply =>
  account
    ? negotiatedReply(exchange, { json: { data: withLinks(exchange)(account), ...success, ...label(exchange, 260) } })
    : notFound(exchange, 260)

function current(exchange: Exchange, account: StoredAccount | undefined): Reply {
  if (!account) return notFound(exchange, 262)
  const data = printAccount(account, printOffsetTime(account.updated))
  return negotiatedReply(exchange, { json: { data, ...success, ...label(exchange, 262) } })
}

const notFound = (exchange: Exchange, type: number): Reply =>
  negotiatedReply(exchange, { json: { data: null, success: false, error: 'NotFound', ...label(exchange, type) } }, { status: 404 })

const printAccount = ({ login, fullName, groups, disabled }: StoredAccount, dateLastUpdated: string | null) => ({
  loginName: login,
  fullName,
  groups,
  dateLastUpdated,
  disabled,
})

/** Without the time of the last change, which the server forgets to copy (server-http §9.2). */
const withLinks =
  ({ base }: Exchange) =>
  (account: StoredAccount): JsonDocument => {
    const user = (rest = '') => absoluteUrl(base, `/users/${account.login}${rest}`)
    const toggle = account.disabled ? 'enable' : 'disable'
    const links = [
      { href: user('/command/reset-password'), rel: 'reset-password' },
      { href: user('/command/change-password'), rel: 'change-password' },
      { href: user(), rel: 'edit' },
      { href: user(), rel: 'delete' },
      { href: user(`/command/${toggle}`), rel: toggle },
    ]
    return { ...printAccount(account, null), links }
  }
