// Writes the test for Playwright that sends the requests of a recording again, and expects what came of them.

import type { LoggedExchange } from '../../engine/observe/request-log.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { Finding } from '../../playground/panels/share/generated-code.ts'
import { indented, playwrightExpectation, playwrightStart } from '../../playground/panels/share/generated-code.ts'
import { javaScriptLiteral } from '../../renderings/javascript-literal.ts'

export interface RecordedTest {
  readonly title: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Where the recording began. */
  readonly scenario: Scenario
  /** Name of the scenario's file, from which the test takes it; undefined: it stands in the test. */
  readonly file: string | undefined
  readonly writes: readonly LoggedExchange[]
  readonly findings: readonly Finding[]
}

/** Browsers add headers that the store does not read. */
const isRead = (name: string): boolean => /^(?:accept|authorization|content-type|(?:es|kurrent)-.+)$/i.test(name)

export function recordedTest({ title, baseUrl, writes, findings, ...start }: RecordedTest): string {
  const order = writes.map(({ method, url, outcome }) => ({ method, path: url.slice(baseUrl.length), status: statusOf(outcome) }))
  return `${playwrightStart(start, baseUrl)}

test(${javaScriptLiteral(title)}, async ({ store, request }) => {
  // The requests as recorded. Use the application in their place, e.g. await page.goto('/'): the expectations below stay true.
${writes.map((write) => indented(sendingOf(write), 2)).join('\n')}

  await expect(store).toHaveReceivedInOrder(${indented(javaScriptLiteral(order), 2).trimStart()})
  await store.settled()
${findings.map((finding) => indented(playwrightExpectation(finding), 2)).join('\n')}
})
`
}

const statusOf = (outcome: LoggedExchange['outcome']): number => (outcome.kind === 'answered' ? outcome.status : 0)

function sendingOf({ method, url, requestHeaders, requestBody, requestBytes }: LoggedExchange): string {
  const headers = Object.fromEntries(requestHeaders.filter(([name]) => isRead(name)))
  const members = [
    `method: ${javaScriptLiteral(method)},`,
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${javaScriptLiteral(headers)},`]),
    ...(requestBytes
      ? [`data: Buffer.from([${requestBytes.join(', ')}]),`]
      : requestBody === ''
        ? []
        : [`data: ${javaScriptLiteral(requestBody)},`]),
  ]
  return `await request.fetch(${javaScriptLiteral(url)}, {\n${members.map((member) => indented(member, 2)).join('\n')}\n})`
}
