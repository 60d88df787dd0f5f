import { expect, test } from 'vitest'
import { platformEnvironment } from '../../base/platform/environment.ts'
import type { Release } from '../../base/release/facts.ts'
import { factsOf } from '../../base/release/releases.ts'
import type { Settings } from '../../base/settings.ts'
import { defaultSettings } from '../../base/settings.ts'
import { gossip } from './gossip.ts'
import { createNodeState } from '../../node/state.ts'

const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const node = createNodeState({ ...platformEnvironment(), now: () => Date.UTC(2026, 0, 31, 10, 20, 30, 120), uuid: () => ids.shift()! })
const base = new URL('http://127.0.0.1:2113')
const described = (release: Release, settings: Partial<Settings> = {}) => ({
  settings: { ...defaultSettings, ...settings },
  facts: factsOf(release).node,
})

test('the node is the only member, with ports by the kind of security', () => {
  const { json } = gossip(node, described('26.1'), base)
  expect(json).toMatchObject({
    serverIp: '127.0.0.1',
    serverPort: 2113,
    members: [
      {
        instanceId: '11111111-1111-4111-8111-111111111111',
        timeStamp: '2026-01-31T10:20:30.12Z',
        state: 'Leader',
        internalTcpPort: 0,
        externalTcpPort: 0,
        internalSecureTcpPort: 1112,
        externalSecureTcpPort: 1113,
        internalHttpEndPointIp: '127.0.0.1',
        internalHttpEndPointPort: 2113,
        epochId: '22222222-2222-4222-8222-222222222222',
        esVersion: '26.1.0',
      },
    ],
  })
  const open = gossip(node, described('26.1', { security: 'insecure' }), base)
  expect(open.json).toMatchObject({
    members: [{ internalTcpPort: 1112, externalTcpPort: 0, internalSecureTcpPort: 0, externalSecureTcpPort: 0 }],
  })
})

test('as text it is one line', () => {
  expect(gossip(node, described('26.1'), base).text).toBe(
    'Server: 127.0.0.1:2113, Members: [InstanceId: {11111111-1111-4111-8111-111111111111}, TimeStamp: 2026-01-31 10:20:30.120, ' +
      'State: Leader, IsAlive: True, InternalTcpIp: 127.0.0.1, InternalTcpPort: 0, InternalSecureTcpPort: 1112, ' +
      'ExternalTcpIp: 127.0.0.1, ExternalTcpPort: 0, ExternalSecureTcpPort: 1113, InternalHttpEndPointIp: 127.0.0.1, ' +
      'InternalHttpEndPointPort: 2113, HttpEndPointIp: 127.0.0.1, HttpEndPointPort: 2113, ' +
      'LastCommitPosition: 230, WriterCheckpoint: 550, ChaserCheckpoint: 550, EpochPosition: 0, EpochNumber: 0, ' +
      'EpochId: {22222222-2222-4222-8222-222222222222}, NodePriority: 0, IsReadOnlyReplica: False, ESVersion: $26.1.0]',
  )
})

test('a port that the base leaves out is the usual one', () => {
  expect(gossip(node, described('26.1'), new URL('https://node.example')).json).toMatchObject({ serverPort: 443 })
  expect(gossip(node, described('26.1'), new URL('http://node.example')).json).toMatchObject({ serverPort: 80 })
})

test('release 23.10 has a port for TCP clients, and its HTTP address once', () => {
  const { json } = gossip(node, described('23.10', { security: 'insecure' }), base)
  const [member] = (json as { members: Record<string, unknown>[] }).members
  expect(member).toMatchObject({ externalTcpPort: 1113, esVersion: '23.10.6.0' })
  expect(member).not.toHaveProperty('internalHttpEndPointIp')
})
