// Opens a browser of any of the three engines.

import { openChromium } from './chromium.ts'
import type { Browser, EngineName, OpenOptions } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { ensurePrograms } from './programs.ts'
import { openWebkit } from './webkit.ts'

export type { Browser, EngineName, Json, OpenOptions, Tab } from './engine.ts'
export { engineNames, isEngineName } from './engine.ts'

const openers = { chromium: openChromium, firefox: openFirefox, webkit: openWebkit } as const

/**
 * Installs what is missing where that is possible.
 *
 * @throws Error with the packages to install.
 */
export async function open(engine: EngineName, options: OpenOptions = {}): Promise<Browser> {
  const missing = ensurePrograms(engine, (line) => console.error(line))
  if (missing !== undefined) throw new Error(missing)
  return await openers[engine](options)
}
