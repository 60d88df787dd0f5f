// Plays ten scenarios through every host, and compares the client's answers with those of the store itself.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { openPage } from '../harness.ts'
import type { Answer } from './answer.ts'
import { normalize } from './answer.ts'
import { differences } from './differences.ts'
import type { Host } from './hosts.ts'
import { mswInNode, mswWorker, openRoutedPage, playwrightRoute, socket, storeItself } from './hosts.ts'
import type { HostScenario } from './scenarios.ts'
import { scenarios } from './scenarios.ts'

// Opening a page takes longer than a scenario: every scenario has a store of its own, in the same two pages.
test.describe.configure({ mode: 'default' })

let pages: { readonly worker: Page; readonly routed: Page }
test.beforeAll(async ({ browser }) => {
  pages = { worker: await openPage(await browser.newPage()), routed: await openRoutedPage(browser) }
})
test.afterAll(async () => {
  await pages.worker.context().close()
  await pages.routed.context().close()
})

const hosts: Readonly<Record<string, () => Promise<Host>>> = {
  'a socket': socket,
  'msw in Node': mswInNode,
  "msw's worker": () => mswWorker(pages.worker),
  "Playwright's route": () => playwrightRoute(pages.routed),
}

async function play(host: Host, { steps }: HostScenario): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const step of steps) {
    if (step === 'settle') await host.settle()
    else if ('fault' in step) await host.addFault(step.fault)
    else if ('together' in step) {
      const [waiting, next] = step.together
      const waited = host.send(waiting)
      // The second is sent when the first is on its way.
      await new Promise((resolve) => setTimeout(resolve, 200))
      answers.push(await host.send(next), await waited)
    } else answers.push(await host.send(step))
  }
  return answers.map((answer) => normalize(answer, host.baseUrl))
}

async function playOn(open: () => Promise<Host>, scenario: HostScenario): Promise<Answer[]> {
  const host = await open()
  try {
    return await play(host, scenario)
  } finally {
    await host.close()
  }
}

/** Parts of an answer that may differ, by name. */
const partsOf = ({ headers, ...parts }: Answer): Record<string, unknown> => ({
  ...parts,
  // Blanks at the end of a header do not count, and not every carrier keeps them.
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`header ${name}`, value.trimEnd()])),
})

interface Found {
  /** Which answer of the scenario, from 0. */
  readonly answer: number
  readonly part: string
  readonly reference: unknown
  readonly actual: unknown
}

/** Everything in which a host's answers differ from the store's own. */
async function differencesOf(host: string, scenario: HostScenario): Promise<Found[]> {
  const [reference, actual] = await Promise.all([playOn(storeItself, scenario), playOn(hosts[host]!, scenario)])
  return reference.flatMap((answer, index) => {
    const [wanted, found] = [partsOf(answer), partsOf(actual[index]!)]
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])]
    const different = names.filter((part) => wanted[part] !== found[part])
    return different.map((part) => ({ answer: index, part, reference: wanted[part], actual: found[part] }))
  })
}

for (const scenario of scenarios) {
  for (const host of Object.keys(hosts)) {
    test(`${host}: ${scenario.name}`, async () => {
      const isKnown = ({ part }: Found): boolean => differences.some((line) => line.host === host && line.part === part)
      const found = await differencesOf(host, scenario)
      expect(found.filter((difference) => !isKnown(difference))).toEqual([])
    })
  }
}

for (const { host, part, showsIn } of differences) {
  test(`${host} still differs in ${part}`, async () => {
    const found = await differencesOf(
      host,
      scenarios.find(({ name }) => name === showsIn)!,
    )
    expect(found.map((difference) => difference.part)).toContain(part)
  })
}

test('the scenarios cover answers of many kinds', async () => {
  const answers = (await Promise.all(scenarios.map((scenario) => playOn(storeItself, scenario)))).flat()
  const statuses = [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b)
  expect(statuses).toEqual([0, 200, 201, 202, 204, 304, 400, 401, 404, 405, 406, 409, 410, 503])
  expect(answers.some(({ redirected }) => redirected)).toBe(true)
})
