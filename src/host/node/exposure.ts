// Says what strangers may do to a store that listens for other machines too.

import type { CallParts } from '../../engine/calls/call-parts.ts'
import { defaultSettings } from '../../base/settings.ts'
import { isLocalHost } from './caller-guard.ts'

/**
 * Asks the store for its passwords of now: those of a store on disk may have been changed long ago, or never.
 *
 * @param parts undefined for functions around a store, whose rights are not ours to judge.
 * @returns a warning for the operator; undefined if only this machine reaches the store, or its users have passwords of their own.
 */
export async function exposure(
  parts: Pick<CallParts, 'settings' | 'users' | 'open'> | undefined,
  host: string,
): Promise<string | undefined> {
  if (!parts || isLocalHost(host)) return undefined
  if (parts.settings.security === 'insecure')
    return `The store asks for no credentials and listens on ${host}: everybody who reaches this machine can read and change it.`
  await parts.open()
  const open: string[] = []
  for (const [login, password] of builtIn) if (await parts.users.verify(login, password)) open.push(login)
  if (open.length === 0) return undefined
  return `The default password of ${open.join(' and ')} is known to all, and the store listens on ${host}: everybody who reaches this machine can read and change it. Change it, or start a fresh store with ${open.map((login) => `--default-${login}-password`).join(' and ')}.`
}

const builtIn = [
  ['admin', defaultSettings.defaultAdminPassword],
  ['ops', defaultSettings.defaultOpsPassword],
] as const
