// Starts `rillbox serve` as a user does, in a separate process.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Served {
  readonly port: number
  readonly url: string
  /** Its exit code, when it has ended by itself or because it was stopped. */
  readonly ended: Promise<number | null>
  /** Ends it as Ctrl-C does. @returns its exit code. */
  stop(): Promise<number | null>
}

/** @param options further arguments of `serve`. */
export async function startServing(...options: string[]): Promise<Served> {
  const command = join(import.meta.dirname, '..', '..', 'src', 'cli.ts')
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let said = ''
  const address = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const found = /Listening on (http:\S+?)[.,\s]*(?:\n|, )/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => reject(new Error(`rillbox serve ended with ${code}:\n${said}`)))
  })
  const url = await address
  return {
    url,
    port: Number(new URL(url).port),
    ended,
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}
