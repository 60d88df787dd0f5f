// Writes the code that the share dialog offers: an embed, a frame, and tests that begin with a playground's state.

import type { Scenario } from '../../../engine/scenario/scenario.ts'
import { javaScriptLiteral } from '../../../renderings/javascript-literal.ts'

/** What a projection has made of the events, for a test to hold. */
export type Finding =
  | { readonly kind: 'state'; readonly projection: string; readonly partition: string; readonly state: unknown }
  | { readonly kind: 'fault'; readonly projection: string; readonly reason: string }
  /** Types of the events of a stream that a projection wrote. */
  | { readonly kind: 'events'; readonly stream: string; readonly types: readonly string[] }

/** Characters of a scenario that stand in a page; a larger one is better a file. */
const longestInline = 12_000

/** The element with its scenario inside, or with the address of the scenario's file. */
export function elementCode(scenario: Scenario, file: string): string {
  const script = '<script type="module" src="/rillbox/element.js"></script>\n'
  // No text of a scenario can then end the script around it.
  const json = JSON.stringify(scenario, null, 2).replaceAll('<', '\\u003c')
  if (json.length > longestInline) return `${script}<rillbox-playground src="${file}"></rillbox-playground>\n`
  return `${script}<rillbox-playground>\n  <script type="application/json">\n${indented(json, 4)}\n  </script>\n</rillbox-playground>\n`
}

export const frameCode = (link: string, title: string): string =>
  `<iframe\n  src="${attribute(link)}"\n  title="${attribute(title)}"\n  width="100%"\n  height="640"\n  loading="lazy"\n></iframe>\n`

/** What a test begins with. */
export interface TestStart {
  readonly title: string
  readonly scenario: Scenario
  /** Name of the scenario's file, from which a test takes a long one; undefined: it stands in the test. */
  readonly file: string | undefined
}

/** Characters of a scenario that stand in a test: nobody reads a longer one there, and to lay it out would halt the page. */
const longestInTest = 50_000

export const isTooLongForTest = (scenario: Scenario): boolean => JSON.stringify(scenario).length > longestInTest

/** A test for Vitest: the store of `rillbox`, without a page. */
export function vitestCode({ title, scenario, file }: TestStart, findings: readonly Finding[]): string {
  return `${importLine(file === undefined ? 'createStore, defineScenario' : 'createStore', 'rillbox')}
${importLine('expect, onTestFinished, test', 'vitest')}
${file === undefined ? `\n${scenarioCode(scenario)}` : `import scenario from ${javaScriptLiteral(`./${file}`)}`}

test(${javaScriptLiteral(title)}, async () => {
  const store = createStore()
  onTestFinished(() => store.close())
  await store.seed(scenario)

  // Append the events that your code would, e.g. await store.append('orders', { type: 'OrderPlaced', data: { total: 42 } })

  await store.settled()
${findings.map((finding) => indented(vitestExpectation(finding), 2)).join('\n')}
})
`
}

/** The first lines of a test for Playwright: its imports, and the store that pages and test share. */
export function playwrightStart({ scenario, file }: Omit<TestStart, 'title'>, baseUrl: string): string {
  const imports = importLine('expect, test', 'rillbox/playwright')
  const use = (given: string): string => `test.use({ store: { baseUrl: ${javaScriptLiteral(baseUrl)}, ${given} } })`
  if (file !== undefined) return `${imports}\n\n${use(`scenario: new URL(${javaScriptLiteral(file)}, import.meta.url)`)}`
  return `${importLine('defineScenario', 'rillbox')}\n${imports}\n\n${scenarioCode(scenario)}\n\n${use('scenario')}`
}

/** A test for Playwright: pages and test share the store. */
export const playwrightCode = ({ title, ...start }: TestStart, findings: readonly Finding[]): string =>
  `${playwrightStart(start, 'http://localhost:2113')}

test(${javaScriptLiteral(title)}, async ({ store }) => {
  // Use the application, e.g. await page.goto('/'), with page beside store in the line above.

  await store.settled()
${findings.map((finding) => indented(playwrightExpectation(finding), 2)).join('\n')}
})
`

const importLine = (names: string, from: string): string => `import { ${names} } from '${from}'`

const scenarioCode = (scenario: Scenario): string => `const scenario = defineScenario(${javaScriptLiteral(scenario)})`

function vitestExpectation(finding: Finding): string {
  if (finding.kind !== 'state') return plainExpectation(finding)
  return `expect(await store.state(${argumentsOf(finding)})).toEqual(${javaScriptLiteral(finding.state)})`
}

export function playwrightExpectation(finding: Finding): string {
  if (finding.kind !== 'state') return plainExpectation(finding)
  const { projection, partition, state } = finding
  const options = partition === '' ? '' : `, { partition: ${javaScriptLiteral(partition)} }`
  return `await expect(store).toHaveProjectionState(${javaScriptLiteral(projection)}, ${javaScriptLiteral(state)}${options})`
}

/** The same in both kinds of tests. */
const plainExpectation = (finding: Exclude<Finding, { kind: 'state' }>): string =>
  finding.kind === 'fault'
    ? `expect((await store.fault(${javaScriptLiteral(finding.projection)}))?.message).toContain(${javaScriptLiteral(finding.reason)})`
    : `expect((await store.read(${javaScriptLiteral(finding.stream)})).map(({ type }) => type)).toEqual([${finding.types.map(javaScriptLiteral).join(', ')}])`

const argumentsOf = ({ projection, partition }: Finding & { kind: 'state' }): string =>
  partition === '' ? javaScriptLiteral(projection) : `${javaScriptLiteral(projection)}, ${javaScriptLiteral(partition)}`

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by))
