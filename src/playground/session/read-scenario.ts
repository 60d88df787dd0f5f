// Reads the scenario of a store element from its address, or from the script inside.

import type { Scenario } from '../../engine/scenario/scenario.ts'
import { session as texts } from '../strings/english/session.ts'
import { PlaygroundError } from './trouble.ts'

interface ScenarioPlace extends Element {
  readonly src: string | undefined
}

/**
 * @throws PlaygroundError about the address or the JSON. The store checks the scenario itself when it loads it.
 */
export async function readScenario(element: ScenarioPlace): Promise<Scenario | undefined> {
  const { src, ownerDocument } = element
  if (src) return await fetchScenario(src, ownerDocument.baseURI)
  // While the page is loading, the script may still be missing.
  if (ownerDocument.readyState === 'loading')
    await new Promise((resolve) => ownerDocument.addEventListener('DOMContentLoaded', resolve, { once: true }))
  const script = element.querySelector(':scope > script[type="application/json"]')
  return script ? parse(script.textContent, texts.scenarioInside) : undefined
}

async function fetchScenario(src: string, base: string): Promise<Scenario> {
  const address = URL.parse(src, base)
  if (!address) throw new PlaygroundError(texts.noAddress(src), texts.noAddressHint)
  const response = await fetch(address).catch((cause: unknown) => {
    throw new PlaygroundError(texts.notLoaded(address.href), texts.notLoadedHint, cause)
  })
  if (!response.ok)
    throw new PlaygroundError(texts.notFound(address.href, `${response.status} ${response.statusText}`.trimEnd()), texts.notFoundHint)
  return parse(await response.text(), texts.scenarioAt(address.href))
}

function parse(text: string, what: string): Scenario {
  try {
    return JSON.parse(text) as Scenario
  } catch (cause) {
    throw new PlaygroundError(texts.notJson(what, (cause as Error).message), texts.notJsonHint, cause)
  }
}
