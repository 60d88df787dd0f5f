// A Chromium with a profile on disk whose processes can be killed: the whole browser, or the renderer of one tab.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.ts'

/** A folder that keeps what its browsers write, until it is removed. */
export interface Profile {
  readonly folder: string
  remove(): void
}

export function createProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-soak-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }) }
}

export interface KillableBrowser {
  readonly context: BrowserContext
  /** Processor seconds of each renderer so far, by the number of its process. */
  renderers(): Promise<ReadonlyMap<number, number>>
  /** Ends every process of the browser at once, without a word to any of them. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds for a browser to start. */
const patience = 60_000

/** Starts a browser on a profile, which an earlier one may have left in any condition. */
export async function openBrowser({ folder }: Profile): Promise<KillableBrowser> {
  // Left by a browser that was killed: the port of the old one, and its claim on the folder.
  for (const file of ['DevToolsActivePort', 'SingletonLock', 'SingletonCookie', 'SingletonSocket'])
    rmSync(join(folder, file), { force: true })
  const { path } = ensureChromium((line) => console.error(line), 'whole')
  const args = [...chromiumArgs, '--headless=new', '--remote-debugging-port=0', '--hide-crash-restore-bubble', `--user-data-dir=${folder}`]
  // In a group of its own, so that one signal reaches all its processes. Hidden tabs work on, as in Playwright's own browsers.
  const child = spawn(path, [...args, ...wakeful, 'about:blank'], { detached: true, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const browser = await connect(child, folder)
  const session = await browser.newBrowserCDPSession()
  const killNow = (): void => killGroup(child)
  process.once('exit', killNow)
  const kill = async (): Promise<void> => {
    process.off('exit', killNow)
    killGroup(child)
    await ended
    await browser.close().catch(() => undefined)
  }
  return {
    context: browser.contexts()[0]!,
    renderers: () => renderersOf(session),
    kill,
    close: async () => {
      await session.send('Browser.close').catch(() => undefined)
      await Promise.race([ended, pause(5000, undefined, { ref: false })])
      await kill()
    },
  }
}

const wakeful = ['--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows', '--disable-renderer-backgrounding']

/** The address at which the browser listens stands in a file that it writes when it is ready. */
async function connect(child: ChildProcess, folder: string): Promise<Browser> {
  const file = join(folder, 'DevToolsActivePort')
  for (const started = Date.now(); Date.now() - started < patience && child.exitCode === null; await pause(20)) {
    const [port, path] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    if (port && path) return await chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`)
  }
  killGroup(child)
  throw new Error('Chromium did not start.')
}

function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

async function renderersOf(session: CDPSession): Promise<ReadonlyMap<number, number>> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]))
}
