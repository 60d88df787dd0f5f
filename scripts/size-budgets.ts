// Writes the sizes of the built package into e2e/package/budgets.json, with a margin of 2 %: for a change that is worth its bytes.

import { writeFileSync } from 'node:fs'
import type { Budgets } from './package/sizes.ts'
import { budgeted, measure } from './package/sizes.ts'

const room = 1.02

/** In steps of 100 bytes, so that the file does not change with every build. */
const withRoom = (bytes: number): number => Math.ceil((bytes * room) / 100) * 100

const sizes = await measure()
const scripts = new Map(sizes.scripts.map((size) => [size.file, size]))
const { atOnce, started, withWorkers, inAll } = sizes.application
const budgets: Budgets = {
  entries: Object.fromEntries(
    Object.entries(budgeted).map(([name, file]) => {
      const { atOnce, inAll } = scripts.get(file)!
      return [name, { atOnce: withRoom(atOnce), inAll: withRoom(inAll) }]
    }),
  ),
  application: { atOnce: withRoom(atOnce), started: withRoom(started), withWorkers: withRoom(withWorkers), inAll: withRoom(inAll) },
  packed: withRoom(sizes.packed),
  unpacked: withRoom(sizes.unpacked),
}
writeFileSync(new URL('../e2e/package/budgets.json', import.meta.url), `${JSON.stringify(budgets, null, 2)}\n`)
