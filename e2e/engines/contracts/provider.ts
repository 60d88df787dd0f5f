// Lets Vitest's browser mode run tests in a browser of the driver.

import { playwright } from '@vitest/browser-playwright'
import type { BrowserProvider, BrowserProviderOption, TestProject } from 'vitest/node'
import type { Browser, EngineName, Tab } from '../driver/open.ts'
import { engineNames, open } from '../driver/open.ts'

export function driven(engine: EngineName): BrowserProviderOption {
  // The provider of Playwright brings Vitest's server along, which is the same for all.
  const { serverFactory } = playwright()
  return {
    name: 'rillbox-engines',
    supportedBrowser: engineNames,
    options: {},
    serverFactory,
    providerFactory: (project) => provide(engine, project),
  }
}

function provide(engine: EngineName, project: TestProject): BrowserProvider {
  // Vitest sets the size of the page for each file and cleans up behind its users' clicks: the suites look at neither.
  for (const command of ['__vitest_viewport', '__vitest_cleanup'])
    project.browser!.registerCommand(command as never, (() => undefined) as never)
  let browser: Promise<Browser> | undefined
  const tabs = new Map<string, Tab>()
  return {
    name: 'rillbox-engines',
    supportsParallelism: false,
    getCommandsContext: () => ({}),
    async openPage(session, url) {
      browser ??= open(engine)
      const tab = tabs.get(session) ?? (await (await browser).page())
      tabs.set(session, tab)
      await tab.goto(url)
    },
    async close() {
      const opened = browser
      browser = undefined
      tabs.clear()
      await (await opened)?.close()
    },
  }
}
