// Starts programs in process groups of their own, so that a browser ends with all its children, also when the run is interrupted.

import type { ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'

export interface Program {
  readonly pid: number
  /** Complete lines that the program has written to either of its outputs. */
  onLine(listener: (line: string) => void): void
  /** The first line that fits. Rejects with what was printed if the program ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  /** Asks the whole group to end, and ends it after four seconds. */
  end(): Promise<void>
  /** Ends the whole group at once. */
  kill(): Promise<void>
}

const running = new Set<number>()
process.on('exit', () => running.forEach((pid) => signal(pid, 'SIGKILL')))

export function start(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  })
  const pid = child.pid ?? 0
  if (pid) running.add(pid)
  const printed: string[] = []
  const listeners = new Set<(line: string) => void>()
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, by) => resolve(`it ended with ${code ?? by}`))
  }).then((how) => {
    running.delete(pid)
    return how
  })
  for (const stream of [child.stdout, child.stderr])
    readLines(stream, (line) => {
      printed.push(line)
      for (const listener of listeners) listener(line)
    })
  return {
    pid,
    onLine: (listener) => void listeners.add(listener),
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => {
          const found = pattern.exec(line)
          if (found) resolve(found)
        }
        printed.forEach(look)
        listeners.add(look)
        void ended.then((how) => reject(new Error(`${program}: ${how}.\n${printed.join('\n')}`)))
      }),
    async end() {
      signal(pid, 'SIGTERM')
      const timer = setTimeout(() => signal(pid, 'SIGKILL'), 4000)
      await ended
      clearTimeout(timer)
      // Children that outlive their parent.
      signal(pid, 'SIGKILL')
    },
    async kill() {
      signal(pid, 'SIGKILL')
      await ended
    },
  }
}

/** Signals a process group, if it is still there. */
function signal(pid: number, name: NodeJS.Signals): void {
  if (!pid) return
  try {
    process.kill(-pid, name)
  } catch {
    // It has ended.
  }
}

function readLines(stream: Readable, take: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
  })
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** @returns the folder, and a function that removes it where it is a temporary one. */
export function folderFor(given: string | undefined): { readonly folder: string; readonly discard: () => void } {
  if (given !== undefined) return { folder: given, discard: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-engine-'))
  // A child may still write its last files.
  return { folder, discard: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) }
}
