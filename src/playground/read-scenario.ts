// Finds the scenario of a store element: behind its address, or in the script inside of it.

import type { Scenario } from '../engine/scenario.ts'

interface ScenarioPlace extends Element {
  readonly src: string | undefined
}

/**
 * @throws Error that says what is wrong with the address or the JSON; whether it is a scenario is checked when it is loaded.
 */
export async function readScenario(element: ScenarioPlace): Promise<Scenario | undefined> {
  if (element.src !== undefined) return fetchScenario(new URL(element.src, element.ownerDocument.baseURI))
  const script = element.querySelector(':scope > script[type="application/json"]')
  return script ? parse(script.textContent, 'The script inside the element') : undefined
}

async function fetchScenario(address: URL): Promise<Scenario> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new Error(`The scenario ${address.href} cannot be loaded.`, { cause })
  })
  if (!response.ok) throw new Error(`The scenario ${address.href} cannot be loaded: ${response.status} ${response.statusText}.`)
  return parse(await response.text(), `The scenario ${address.href}`)
}

function parse(text: string, what: string): Scenario {
  try {
    return JSON.parse(text) as Scenario
  } catch (cause) {
    throw new Error(`${what} is no JSON: ${(cause as Error).message}`, { cause })
  }
}
