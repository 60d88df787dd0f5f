// Opens Chromium, through Playwright.

import { execFileSync } from 'node:child_process'
import type { ConsoleMessage, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { ensureChromium, launchOptions } from '../../../scripts/chromium.ts'
import { within } from '../../within.ts'
import type { Browser, OpenOptions, Tab } from './engine.ts'
import { usualPatience } from './engine.ts'
import { callText, middleOf, readAnswer } from './in-page.ts'
import { folderFor } from './processes.ts'

export async function openChromium({ profile, room, isPrivate = false, patience = usualPatience }: OpenOptions): Promise<Browser> {
  ensureChromium((line) => console.error(line), 'whole')
  const { folder, discard } = folderFor(profile)
  const { args, executablePath } = launchOptions('whole')
  const options = { executablePath, args: isPrivate ? [...args, '--incognito'] : args, viewport: { width: 1280, height: 900 } }
  const context = await chromium.launchPersistentContext(folder, options)
  const said: string[] = []
  const note = (message: ConsoleMessage) => said.push(`${message.type()}: ${message.text()}`)
  context.on('console', note)
  context.on('weberror', (error) => said.push(`error: ${error.error().message}`))
  const pid = processOf(folder)
  // A browser opens with one empty page.
  const unused = context.pages()
  return {
    engine: 'chromium',
    version: `Chromium ${context.browser()?.version() ?? ''}`.trim(),
    pid,
    said,
    async page(url) {
      const page = unused.pop() ?? (await context.newPage())
      const tab = tabOf(page, patience)
      if (url !== undefined && room !== undefined) await limitRoom(page, new URL(url).origin, room)
      if (url !== undefined) await tab.goto(url)
      return tab
    },
    async close() {
      await context.close()
      discard()
    },
    async kill() {
      const closed = new Promise((resolve) => context.once('close', resolve))
      process.kill(pid, 'SIGKILL')
      await closed
    },
  }
}

/** The one process of the profile that is no child of another. */
function processOf(folder: string): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const main = lines.find((line) => line.includes(`--user-data-dir=${folder}`) && !line.includes('--type='))
  return Number(main?.trim().split(' ')[0])
}

async function limitRoom(page: Page, origin: string, quotaSize: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
}

function tabOf(page: Page, patience: number): Tab {
  page.setDefaultTimeout(patience)
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: async (work, ...given) =>
      await readAnswer(await within(patience, 'A call in the page', page.evaluate<string>(callText(work, given)))),
    show: () => page.bringToFront(),
    screenshot: () => page.screenshot(),
    async click(selector) {
      const [x, y] = readAnswer<[number, number]>(await page.evaluate<string>(callText(middleOf, [selector])))
      await page.mouse.click(x, y)
    },
    type: (text) => page.keyboard.type(text),
    close: () => page.close(),
  }
}
