// Measures the time from a saved file of a projection to its new state in the page, beside an append's and beside Vite's own update of a module.
//
//   node bench/browser/saved-projection.ts [--rounds 15]

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { launchOptions } from '../../scripts/chromium.ts'
import { rillbox } from '../../src/vite.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const rounds = Number(values.rounds)
const root = join(import.meta.dirname, '..', '..')
const place = mkdtempSync(join(tmpdir(), 'rillbox-saved-'))
const write = (name: string, text: string): void => writeFileSync(join(place, name), text)
const query = (round: number): string => `fromStream('a').when({ $init: () => ({ n: 0 }), T: (s) => ({ n: s.n + 1, round: ${round} }) })`

mkdirSync(join(place, 'projections'))
write('projections/totals.js', query(0))
write('round.js', 'export const round = 0\n')
write(
  'main.js',
  `import { startStore } from 'rillbox/browser'
import { round } from './round.js'
if (import.meta.hot) import.meta.hot.accept('./round.js', ({ round }) => { window.hot = { round, at: Date.now() } })
const store = await startStore({ baseUrl: '/_store' })
window.append = async () => {
  const begun = performance.now()
  const { last } = await store.append('a', { type: 'T', data: {} })
  while ((await store.state('totals'))?.n !== last + 1) await new Promise((go) => setTimeout(go))
  return performance.now() - begun
}
window.untilRound = async (wanted) => {
  while ((await store.state('totals'))?.round !== wanted) await new Promise((go) => setTimeout(go))
  return Date.now()
}
window.loaded = Date.now()
`,
)
write('index.html', '<!doctype html><head></head><title>saved</title><script type="module" src="./main.js"></script>')

const server = await createServer({
  root: place,
  configFile: false,
  logLevel: 'error',
  plugins: [rillbox({ projections: 'projections/*.js' })],
  resolve: { alias: { 'rillbox/browser': join(root, 'src/browser.ts') } },
  server: { port: 0, fs: { allow: [root, place] } },
})
await server.listen()
const browser = await chromium.launch(launchOptions('whole'))
try {
  const page = await browser.newPage()
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
  await page.goto(server.resolvedUrls!.local[0]!)
  await page.waitForFunction(() => 'loaded' in window, undefined, { timeout: 120_000 })
  const loaded = await page.evaluate('loaded')
  const [append, vite, saved]: [number[], number[], number[]] = [[], [], []]
  for (let round = 1; round <= rounds; round++) {
    append.push(await page.evaluate<number>('append()'))
    await page.evaluate('window.hot = undefined')
    const watched = page.waitForFunction((wanted) => (window as { hot?: { round: number } }).hot?.round === wanted, round)
    let begun = Date.now()
    write('round.js', `export const round = ${round}\n`)
    await watched
    vite.push((await page.evaluate<number>('window.hot.at')) - begun)
    const reached = page.evaluate<number>(`untilRound(${round})`)
    begun = Date.now()
    write('projections/totals.js', query(round))
    saved.push((await reached) - begun)
  }
  if ((await page.evaluate('loaded')) !== loaded) throw new Error('The page was loaded again.')
  const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1]!
  const [a, v, s] = [median(append), median(vite), median(saved)]
  console.log(JSON.stringify({ rounds, append: a, viteUpdate: v, saved: s, ratio: Number((s / (a + v)).toFixed(2)) }))
} finally {
  await browser.close()
  await server.close()
  rmSync(place, { recursive: true })
}
