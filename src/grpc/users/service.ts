// The service Users: accounts and passwords (grpc §11).

import type { StoredAccount, UserOutcome } from '../../users/users.ts'
import type { GrpcAnswer } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import { encode } from '../messages/codec.ts'
import type { GrpcMethod, Service, UnaryReply } from '../method.ts'
import { serverStream, unary } from '../method.ts'
import type { CallServices } from '../parts.ts'
import { accessDenied, handlerFailed, ok, userTaken, userUnknown } from '../status.ts'
import { frame } from '../wire/frames.ts'

export function usersService({ users }: Pick<CallServices, 'users'>): Service {
  const method = (name: string, run: GrpcMethod['run'], callers: GrpcMethod['callers'] = 'admin'): GrpcMethod => ({
    name,
    callers,
    counts: name === 'Details' ? 'reads' : 'writes',
    run,
  })
  const ofLogin = (run: (login: string) => Promise<UserOutcome>): GrpcMethod['run'] =>
    unary(['users.LoginReq', 'Empty'], async ({ options }) =>
      options ? reply(options.loginName, await run(options.loginName)) : { status: handlerFailed },
    )
  const create = unary(['users.CreateReq', 'Empty'], async ({ options }) => {
    if (!options) return { status: handlerFailed }
    const { loginName: login, password, fullName, groups } = options
    return reply(login, await users.create({ login, password, fullName, groups }))
  })
  const update = unary(['users.CreateReq', 'Empty'], async ({ options }) => {
    if (!options) return { status: handlerFailed }
    const { loginName, fullName, groups } = options
    return reply(loginName, await users.update(loginName, { fullName, groups }))
  })
  const changePassword = unary(['users.ChangePasswordReq', 'Empty'], async ({ options }) => {
    if (!options) return { status: handlerFailed }
    const { loginName, currentPassword, newPassword } = options
    return reply(loginName, await users.changePassword(loginName, currentPassword, newPassword))
  })
  const resetPassword = unary(['users.ResetPasswordReq', 'Empty'], async ({ options }) => {
    if (!options) return { status: handlerFailed }
    return reply(options.loginName, await users.resetPassword(options.loginName, options.newPassword))
  })
  return {
    name: 'event_store.client.users.Users',
    methods: [
      method('Create', create),
      method('Update', update),
      method(
        'Delete',
        ofLogin((login) => users.delete(login)),
      ),
      method(
        'Enable',
        ofLogin((login) => users.enable(login)),
      ),
      method(
        'Disable',
        ofLogin((login) => users.disable(login)),
      ),
      method(
        'Details',
        serverStream('users.LoginReq', ({ options }) => details(options, users)),
        'authenticated',
      ),
      method('ChangePassword', changePassword, 'authenticated'),
      method('ResetPassword', resetPassword),
    ],
  }
}

function reply(login: string, outcome: UserOutcome): UnaryReply<'Empty'> {
  switch (outcome.kind) {
    case 'done':
      return { message: {} }
    case 'unknown':
      return { status: userUnknown(login) }
    case 'taken':
      return { status: userTaken(login) }
    case 'wrong-password':
      return { status: accessDenied }
  }
}

/** Of one account, or of all where the request names none. */
async function* details(options: MessageOf<'users.LoginReq'>['options'], users: CallServices['users']): GrpcAnswer {
  const login = options?.loginName ?? ''
  if (login === '') {
    for (const account of await users.list()) yield detailsFrame(account)
    return ok
  }
  const account = await users.find(login)
  if (!account) return userUnknown(login)
  yield detailsFrame(account)
  return ok
}

const detailsFrame = ({ login, fullName, groups, updated, disabled }: StoredAccount): Uint8Array =>
  frame(
    encode('users.DetailsResp', {
      userDetails: {
        loginName: login,
        fullName: fullName ?? '',
        groups: groups.filter((group) => group !== null),
        lastUpdated: { ticksSinceEpoch: BigInt(Math.round(updated * 10_000)) },
        disabled,
      },
    }),
  )
