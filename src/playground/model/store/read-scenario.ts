// Reads the scenario of a store element from its address, its attribute or the script inside, with the queries beside it.

import type { Scenario } from '../../../engine/scenario/scenario.ts'
import { withQueryFiles } from '../../../engine/scenario/query-files.ts'
import { session as texts } from '../../strings/english/session.ts'
import { PlaygroundError } from '../trouble.ts'

interface ScenarioPlace extends HTMLElement {
  readonly src: string | undefined
}

/**
 * @throws PlaygroundError about the address, the JSON or a query beside it. The store checks the scenario itself when it loads it.
 */
export async function readScenario(element: ScenarioPlace): Promise<Scenario | undefined> {
  const { src, ownerDocument } = element
  if (src) return await fetchScenario(src, ownerDocument.baseURI)
  // Templates of frameworks drop scripts, and keep attributes.
  const { scenario } = element.dataset
  if (scenario) return await parse(scenario, texts.scenarioInside, ownerDocument.baseURI)
  // While the page is loading, the script may still be missing.
  if (ownerDocument.readyState === 'loading')
    await new Promise((resolve) => ownerDocument.addEventListener('DOMContentLoaded', resolve, { once: true }))
  const script = element.querySelector(':scope > script[type="application/json"]')
  return script ? await parse(script.textContent, texts.scenarioInside, ownerDocument.baseURI) : undefined
}

async function fetchScenario(src: string, base: string): Promise<Scenario> {
  const address = URL.canParse(src, base) ? new URL(src, base) : undefined
  if (!address) throw new PlaygroundError(texts.noAddress(src), texts.noAddressHint)
  const response = await fetch(address).catch((cause: unknown) => {
    throw new PlaygroundError(texts.notLoaded(address.href), texts.notLoadedHint, cause)
  })
  if (!response.ok)
    throw new PlaygroundError(texts.notFound(address.href, `${response.status} ${response.statusText}`.trimEnd()), texts.notFoundHint)
  return await parse(await response.text(), texts.scenarioAt(address.href), response.url)
}

/** @param base of the paths of queries. */
async function parse(text: string, what: string, base: string): Promise<Scenario> {
  let scenario: Scenario
  try {
    scenario = JSON.parse(text) as Scenario
  } catch (cause) {
    throw new PlaygroundError(texts.notJson(what, (cause as Error).message), texts.notJsonHint, cause)
  }
  const { document, problems } = await withQueryFiles(scenario, (path) => fetchQuery(new URL(path, base)))
  if (problems.length === 0) return document
  // Comes with the engine, for which an element at rest does not wait.
  const { printProblems } = await import('../../../engine/shape.ts')
  throw new PlaygroundError(texts.queriesMissing(what, printProblems(problems)), texts.queriesMissingHint)
}

async function fetchQuery(address: URL): Promise<string> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new Error(texts.queryNotLoaded(address.href), { cause })
  })
  if (!response.ok) throw new Error(texts.queryNotFound(address.href, `${response.status} ${response.statusText}`.trimEnd()))
  // Servers of single-page applications answer what is missing with their page.
  if (response.headers.get('Content-Type')?.startsWith('text/html')) throw new Error(texts.queryIsPage(address.href))
  return await response.text()
}
