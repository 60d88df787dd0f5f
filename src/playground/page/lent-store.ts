// Lends the store of a page to its queries that have no events of their own: they read what its requests have written.

import type { Scenario, ScenarioProjection } from '../../engine/scenario/scenario.ts'
import type { Store } from '../../engine/store.ts'
import type { PlaygroundElement } from '../elements.ts'

export async function lendTo(playgrounds: readonly PlaygroundElement[], store: Store): Promise<void> {
  const taken = new Set<string>()
  for (const playground of playgrounds) {
    const scenario = JSON.parse(playground.dataset['scenario'] ?? '{"version":1}') as Scenario
    const [first] = scenario.projections ?? []
    const projections = first ? [{ ...first, name: freeName(first, taken) }] : []
    const missing = await lacking(store, projections)
    if (missing.length > 0) await store.seed({ version: 1, projections: missing })
    playground.scenario = { ...scenario, events: [], projections }
    playground.store = store
  }
}

/** Two blocks without an id have the same. */
function freeName({ name }: ScenarioProjection, taken: Set<string>): string {
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name}-${count}`
  taken.add(free)
  return free
}

/** A store that is kept has those of the last visit. */
async function lacking(store: Store, projections: readonly ScenarioProjection[]): Promise<ScenarioProjection[]> {
  const response = await store.direct(new Request(`${store.baseUrl}/projections/any`))
  const { projections: there } = (await response.json()) as { readonly projections: readonly { readonly effectiveName: string }[] }
  return projections.filter(({ name }) => !there.some(({ effectiveName }) => effectiveName === name))
}
