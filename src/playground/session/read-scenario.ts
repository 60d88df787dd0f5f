// Reads the scenario of a store element from its address, or from the script inside.

import type { Scenario } from '../../engine/scenario/scenario.ts'
import { PlaygroundError } from './trouble.ts'

interface ScenarioPlace extends Element {
  readonly src: string | undefined
}

/**
 * @throws PlaygroundError about the address or the JSON. The store checks the scenario itself when it loads it.
 */
export async function readScenario(element: ScenarioPlace): Promise<Scenario | undefined> {
  const { src, ownerDocument } = element
  if (src) return fetchScenario(src, ownerDocument.baseURI)
  // While the page is loading, the script may still be missing.
  if (ownerDocument.readyState === 'loading')
    await new Promise((resolve) => ownerDocument.addEventListener('DOMContentLoaded', resolve, { once: true }))
  const script = element.querySelector(':scope > script[type="application/json"]')
  return script ? parse(script.textContent, 'The scenario inside the element') : undefined
}

async function fetchScenario(src: string, base: string): Promise<Scenario> {
  const address = URL.parse(src, base)
  if (!address)
    throw new PlaygroundError(`"${src}" is not the address of a scenario.`, 'The attribute src takes a URL, as the href of a link does.')
  const response = await fetch(address).catch((cause: unknown) => {
    const hint =
      'Check the connection. If the scenario is on another origin, that origin and the page’s content security policy must allow the request.'
    throw new PlaygroundError(`The scenario ${address.href} could not be loaded.`, hint, cause)
  })
  if (!response.ok)
    throw new PlaygroundError(
      `The scenario ${address.href} could not be loaded: ${response.status} ${response.statusText}`.trimEnd() + '.',
      'Check the address: it is relative to the page, not to the script.',
    )
  return parse(await response.text(), `The scenario ${address.href}`)
}

function parse(text: string, what: string): Scenario {
  try {
    return JSON.parse(text) as Scenario
  } catch (cause) {
    throw new PlaygroundError(
      `${what} is not valid JSON: ${(cause as Error).message}`,
      'JSON needs double quotes, and allows no comma after the last item.',
      cause,
    )
  }
}
