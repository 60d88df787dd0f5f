// Serves the pages of the end-to-end tests while engines are checked.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addresses } from '../addresses.ts'

/** Builds take their time. */
const most = 300_000

/**
 * Builds package, site and pages, and serves them in a process of its own.
 *
 * @returns a function that stops it.
 */
export async function servePages(): Promise<() => void> {
  if (await answers(addresses.pages)) throw new Error(`Another server answers at ${addresses.pages}: end it, or choose RILLBOX_E2E_PORT.`)
  const server = spawn(process.execPath, [join(import.meta.dirname, '..', 'serve.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  let code: number | null | undefined
  server.once('exit', (given) => (code = given))
  process.once('exit', () => server.kill())
  for (const started = Date.now(); !(await answers(addresses.pages)); await pause(200)) {
    if (code !== undefined) throw new Error(`The pages could not be built or served: e2e/serve.ts ended with ${code}.`)
    if (Date.now() - started > most) throw new Error('The pages took too long to build.')
  }
  return () => void server.kill()
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
