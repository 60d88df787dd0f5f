// Describes the node as the only member of its cluster (server-http §6).

import type { NodeFacts } from '../../base/release/facts.ts'
import type { Settings } from '../../base/settings.ts'
import type { Representations } from '../pipeline/reply/representations.ts'
import type { NodeState } from '../../node/state.ts'
import { memberElements, objectXml } from '../xml/object-xml.ts'
import { printUtcTime } from '../../base/time/moments.ts'

const replicationPort = 1112
const clientPort = 1113

/** The positions when the node became leader; they never change. */
const positions = { lastCommitPosition: 230, writerCheckpoint: 550, chaserCheckpoint: 550, epochPosition: 0, epochNumber: 0 }

/** What the description of the member depends on. */
interface Described {
  readonly settings: Settings
  readonly facts: NodeFacts
}

/** @param base prefix of generated links: the address of the node. */
export function gossip(node: NodeState, server: Described, base: URL): Representations {
  const [ip, port] = [base.hostname, Number(base.port) || (base.protocol === 'https:' ? 443 : 80)]
  const member = describeMember(node, server, ip, port)
  const members = Object.entries(member).map(([name, value]) => [pascal(name), value] as const)
  return {
    json: { members: [member], serverIp: ip, serverPort: port },
    text: `Server: ${ip}:${port}, Members: [${printMember(members)}]`,
    xml: objectXml({
      name: 'ClientClusterInfo',
      content: [
        { name: 'Members', content: [{ name: 'ClientMemberInfo', content: memberElements(Object.fromEntries(members)) }] },
        ...memberElements({ ServerIp: ip, ServerPort: port }),
      ],
    }),
  }
}

function describeMember(node: NodeState, { settings: { security }, facts }: Described, ip: string, port: number) {
  const open = security === 'insecure' ? { internal: replicationPort, external: clientPort } : { internal: 0, external: 0 }
  const secure = security === 'insecure' ? { internal: 0, external: 0 } : { internal: replicationPort, external: clientPort }
  return {
    instanceId: node.instanceId,
    timeStamp: printUtcTime(node.started),
    state: 'Leader',
    isAlive: true,
    internalTcpIp: ip,
    internalTcpPort: open.internal,
    internalSecureTcpPort: secure.internal,
    externalTcpIp: ip,
    externalTcpPort: facts.gossipsHttpOnly ? 0 : open.external,
    externalSecureTcpPort: secure.external,
    ...(facts.gossipsHttpOnly && { internalHttpEndPointIp: ip, internalHttpEndPointPort: port }),
    httpEndPointIp: ip,
    httpEndPointPort: port,
    ...positions,
    epochId: node.epochId,
    nodePriority: 0,
    isReadOnlyReplica: false,
    esVersion: facts.version,
  }
}

type NamedValues = readonly (readonly [string, string | number | boolean])[]

const printMember = (members: NamedValues): string => members.map(([name, value]) => `${name}: ${printValue(name, value)}`).join(', ')

function printValue(name: string, value: string | number | boolean): string {
  if (name === 'InstanceId' || name === 'EpochId') return `{${value}}`
  if (name === 'TimeStamp') return new Date(String(value)).toISOString().replace('T', ' ').replace('Z', '')
  if (name === 'ESVersion') return `$${value}`
  return typeof value === 'boolean' ? pascal(String(value)) : String(value)
}

const pascal = (name: string): string => (name === 'esVersion' ? 'ESVersion' : name.charAt(0).toUpperCase() + name.slice(1))
