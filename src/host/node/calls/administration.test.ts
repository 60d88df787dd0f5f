import { constants } from 'node:http2'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decode } from '../../../grpc/messages/codec.ts'
import type { MessageInit, MessageName } from '../../../grpc/messages/shapes.ts'
import type { Ended, Served } from './raw-client.fixture.ts'
import { admin, arriving, end, message, serveCalls } from './raw-client.fixture.ts'

let served: Served

beforeEach(async () => {
  served = await serveCalls()
})

afterEach(() => served.close())

const as = (login: string, password: string) => ({ authorization: `Basic ${btoa(`${login}:${password}`)}` })
const ask = <Name extends MessageName>(path: string, name: Name, content: MessageInit<Name>, headers: Record<string, string> = admin) =>
  served.client.call(`/event_store.client.${path}`, [message(name, content)], headers)

describe('users', () => {
  const ann = { loginName: 'ann', password: 'secret', fullName: 'Ann', groups: ['editors'] }
  const create = (options = ann, headers: Record<string, string> = admin) =>
    ask('users.Users/Create', 'users.CreateReq', { options }, headers)
  const ofLogin = (method: string, loginName: string, headers: Record<string, string> = admin) =>
    ask(`users.Users/${method}`, 'users.LoginReq', { options: { loginName } }, headers)
  const details = async (loginName: string, headers: Record<string, string> = admin) =>
    (await ofLogin('Details', loginName, headers)).frames.map((bytes) => decode('users.DetailsResp', bytes).userDetails!)

  test('are created, once', async () => {
    expect(await create()).toMatchObject({ status: '0' })
    expect(await details('ann')).toMatchObject([{ loginName: 'ann', fullName: 'Ann', groups: ['editors'], disabled: false }])
    expect(await create()).toMatchObject({ status: '0' })
    expect(await create({ ...ann, password: 'other' })).toMatchObject({
      status: '9',
      trailers: { exception: 'user-conflict', 'login-name': 'ann' },
    })
    expect(await create(ann, as('ann', 'secret'))).toMatchObject({ status: '7' })
  })

  test('are listed, by any of them', async () => {
    await create()
    expect((await details('', as('ann', 'secret'))).map(({ loginName }) => loginName)).toEqual(['admin', 'ann', 'ops'])
    const [{ lastUpdated }] = (await details('ann')) as [Awaited<ReturnType<typeof details>>[0]]
    expect(Math.abs(Number(lastUpdated!.ticksSinceEpoch / 10_000n) - Date.now())).toBeLessThan(60_000)
    expect(await ofLogin('Details', 'ann', {})).toMatchObject({ status: '7' })
    expect(await ofLogin('Details', 'bob')).toMatchObject({ status: '5', trailers: { exception: 'user-not-found', 'login-name': 'bob' } })
  })

  test('are updated, disabled, enabled and deleted', async () => {
    await create()
    const options = { loginName: 'ann', fullName: 'Ann B.', groups: ['readers'] }
    expect(await ask('users.Users/Update', 'users.CreateReq', { options })).toMatchObject({ status: '0' })
    expect(await details('ann')).toMatchObject([{ fullName: 'Ann B.', groups: ['readers'] }])
    expect(await ofLogin('Disable', 'ann')).toMatchObject({ status: '0' })
    expect(await ofLogin('Details', 'ann', as('ann', 'secret'))).toMatchObject({ status: '16' })
    expect(await ofLogin('Enable', 'ann')).toMatchObject({ status: '0' })
    expect(await ofLogin('Details', 'ann', as('ann', 'secret'))).toMatchObject({ status: '0' })
    expect(await ofLogin('Delete', 'ann')).toMatchObject({ status: '0' })
    for (const method of ['Delete', 'Enable', 'Disable']) expect(await ofLogin(method, 'ann')).toMatchObject({ status: '5' })
  })

  test('change their passwords, and get new ones', async () => {
    await create()
    const change = (currentPassword: string, headers: Record<string, string> = as('ann', 'secret')): Promise<Ended> =>
      ask(
        'users.Users/ChangePassword',
        'users.ChangePasswordReq',
        { options: { loginName: 'ann', currentPassword, newPassword: 'new' } },
        headers,
      )
    expect(await change('wrong')).toMatchObject({ status: '7', trailers: { exception: 'access-denied' } })
    expect(await change('secret', {})).toMatchObject({ status: '7' })
    expect(await change('secret')).toMatchObject({ status: '0' })
    expect(await ofLogin('Details', 'ann', as('ann', 'new'))).toMatchObject({ status: '0' })
    const reset = { options: { loginName: 'ann', newPassword: 'newer' } }
    expect(await ask('users.Users/ResetPassword', 'users.ResetPasswordReq', reset, as('ann', 'new'))).toMatchObject({ status: '7' })
    expect(await ask('users.Users/ResetPassword', 'users.ResetPasswordReq', reset)).toMatchObject({ status: '0' })
    expect(await ofLogin('Details', 'ann', as('ann', 'newer'))).toMatchObject({ status: '0' })
  })
})

describe('operations', () => {
  const operations = (method: string, headers: Record<string, string> = admin) =>
    ask(`operations.Operations/${method}`, 'Empty', {}, headers)

  test('scavenge, and stop no scavenge that is not there', async () => {
    const started = await ask('operations.Operations/StartScavenge', 'operations.StartScavengeReq', { options: {} })
    const { scavengeId, scavengeResult } = decode('operations.ScavengeResp', started.frames[0]!)
    expect([scavengeId.length, scavengeResult]).toEqual([36, 0])
    const stop = (id: string) => ask('operations.Operations/StopScavenge', 'operations.StopScavengeReq', { options: { scavengeId: id } })
    expect(await stop('nope')).toMatchObject({ status: '5', trailers: { exception: 'scavenge-not-found', 'scavenge-id': 'nope' } })
    expect((await stop('')).trailers['scavenge-id']).toBeUndefined()
  })

  test('that mean nothing to a single node succeed, for those who may', async () => {
    for (const method of ['MergeIndexes', 'ResignNode', 'RestartPersistentSubscriptions']) {
      expect(await operations(method)).toMatchObject({ status: '0' })
      expect(await operations(method, {})).toMatchObject({ status: '7' })
    }
    const priority = await ask('operations.Operations/SetNodePriority', 'operations.SetNodePriorityReq', { priority: 1 })
    expect(priority).toMatchObject({ status: '0' })
  })

  test('shut the node down, whose calls end and whose port closes', async () => {
    const subscription = served.client.read('orders')
    const ended = end(subscription)
    await new Promise((resolve) => subscription.once('response', resolve))
    expect(await operations('Shutdown', {})).toMatchObject({ status: '7' })
    expect(await operations('Shutdown')).toMatchObject({ status: '0' })
    expect((await ended).status).toBe('1')
    await served.server.closed
    await expect(fetch(served.server.url)).rejects.toThrow('fetch failed')
  })
})

test('Monitoring/Stats sends statistics at once and again, to anybody, until it is cancelled', async () => {
  const stream = served.client.open('/event_store.client.monitoring.Monitoring/Stats')
  stream.end(message('monitoring.StatsReq', { refreshTimePeriodInMs: 100n }))
  const messages = arriving(stream)
  for (let count = 0; count < 3; count++) {
    const { stats } = decode('monitoring.StatsResp', (await messages.next()).value as Buffer)
    expect(Object.keys(stats)).toEqual(expect.arrayContaining(['proc-mem', 'sys-freeMem']))
  }
  stream.close(constants.NGHTTP2_CANCEL)
  await expect.poll(() => served.store.requests.pending).toEqual([])
})

test('Gossip/Read names the only node, at the address by which its client reached it', async () => {
  const { frames } = await ask('gossip.Gossip/Read', 'Empty', {}, {})
  expect(decode('gossip.ClusterInfo', frames[0]!).members).toMatchObject([
    { state: 8, isAlive: true, httpEndPoint: { address: '127.0.0.1', port: served.server.port } },
  ])
})
