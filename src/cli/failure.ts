// Decides which errors end a command with one line for the user, and words it.

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isStoreError } from '../base/errors.ts'
import { isError } from '../base/platform/realms.ts'

/** A failure caused by the user, the files or the network, fully explained by its message. Any other error is a bug. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** Exit code of a command that failed for a known reason. */
export const failed = 2

/** @returns the line for the user; undefined for a bug. */
export function tell(error: unknown): string | undefined {
  if (error instanceof Failure) return error.message
  if (isStoreError(error)) return error.message.trim().replaceAll(/\s*\n\s*/g, ' ')
  return isSystemError(error) ? tellSystemError(error) : undefined
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  isError(error) && 'code' in error && typeof error.code === 'string' && 'syscall' in error

const known: Readonly<Record<string, (error: NodeJS.ErrnoException) => string>> = {
  // One that cannot be written is missing too: its folder is.
  ENOENT: ({ path = '' }) => (existsSync(dirname(path)) ? `There is no file "${path}".` : `There is no folder "${dirname(path)}".`),
  EISDIR: ({ path }) => `${path === undefined ? 'A folder' : `"${path}" is a folder, and`} stands where a file is expected.`,
  EACCES: ({ path, syscall, port }) =>
    syscall === 'listen' ? `Port ${port} is not allowed for this user.` : `"${path}" cannot be opened: permission denied.`,
  EADDRINUSE: ({ port }) => `Port ${port} is in use. Give another one with --port, or 0 for a free one.`,
  EADDRNOTAVAIL: ({ address }) => `${address} is no address of this machine.`,
  ENOTFOUND: ({ hostname }) => `There is no host "${hostname}".`,
  ENOSPC: () => 'The disk is full.',
}

const tellSystemError = (error: NodeJS.ErrnoException): string => known[error.code!]?.(error) ?? `${error.message}.`

/** The reason of a handler's fault is framed by lines that name the event (projection-language §15). */
export function shortReason(reason: string): string {
  const [, position, message] = /^Event Position: (.*)\r\n\r\nMessage:\r\n\r\n([^]*)/m.exec(reason) ?? []
  const [line] = (message ?? reason).trim().split(/\r?\n/)
  return position === undefined ? `${line}` : `${line} (event at ${position})`
}

declare global {
  // eslint-disable-next-line typescript/no-namespace -- the only way to name members that Node's errors have
  namespace NodeJS {
    interface ErrnoException {
      readonly port?: number
      readonly address?: string
      readonly hostname?: string
    }
  }
}
