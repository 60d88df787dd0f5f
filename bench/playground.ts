// Measures the playground as readers meet it: bytes loaded, time until it can be used, layout shifts and long tasks.

import type { BrowserContext, Page } from '@playwright/test'
import type { build } from 'vite'
import { gzipSync } from 'node:zlib'
import { longestTask } from './longest-task.ts'
import type { Figure } from './pages/measure.ts'

type Built = Awaited<ReturnType<typeof build>>

const events = 10_000
const rounds = 7

/** A reader's own query, and the state to wait for. */
const query = `fromStream('bench').when({
  $init: () => ({ count: 0, amount: 0, products: {} }),
  Ordered: (state, { data }) => {
    state.count += 1
    state.amount += data.amount
    state.products[data.product] = (state.products[data.product] || 0) + 1
  },
})`

/** Bytes that a page loads with the element before the first use of a store: its script and the static imports. */
export function elementSize(built: Built): Figure {
  const output = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const chunks = output.filter((each) => each.type === 'chunk')
  const entry = chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('playground.html'))
  if (!entry) throw new Error('The build has no page of the playground.')
  const loaded = new Set([entry.fileName])
  for (const file of loaded) for (const imported of chunks.find(({ fileName }) => fileName === file)!.imports) loaded.add(imported)
  const bytes = chunks.filter(({ fileName }) => loaded.has(fileName)).reduce((sum, { code }) => sum + gzipSync(code).length, 0)
  return { name: 'code of the element before it is opened, gzipped', value: bytes / 1000, unit: 'kB' }
}

export async function measurePlayground(context: BrowserContext, address: string): Promise<Figure[]> {
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  const figures = [...(await opening(page, address)), ...(await running(page)), ...(await scrubbing(page))]
  await page.close()
  return figures
}

/** The first round fills the browser's caches. */
async function opening(page: Page, address: string): Promise<Figure[]> {
  const times: number[] = []
  let shift = 0
  for (let round = -1; round < rounds; round++) {
    await page.goto(`${address}playground.html`)
    await page.locator('rillbox-playground').getByRole('button').first().waitFor()
    await page.evaluate(() => {
      const playground = document.querySelector('rillbox-playground')!
      const seen = { shift: 0, interactive: 0 }
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
      let clicked = 0
      playground.addEventListener('click', ({ timeStamp }) => (clicked ||= timeStamp), { capture: true })
      playground.addEventListener('rillbox-phase', ({ detail }) => {
        if (detail.kind !== 'open') return
        // The next frame draws the result of the phase; the one after it is ready for use.
        requestAnimationFrame(() => requestAnimationFrame(() => (seen.interactive = performance.now() - clicked)))
      })
      window.seen = seen
    })
    // The page itself has loaded: a reader does not click at once.
    await page.waitForLoadState('networkidle')
    await page.locator('rillbox-playground').getByRole('button').first().click()
    await page.waitForFunction(() => window.seen.interactive > 0)
    // Panels that come later could still move something.
    await page.waitForLoadState('networkidle')
    const seen = await page.evaluate(() => window.seen)
    if (round >= 0) times.push(seen.interactive)
    shift = Math.max(shift, seen.shift)
  }
  return [
    { name: 'from the click on a resting playground until it can be used, warm cache', value: middle(times), unit: 'ms' },
    { name: 'layout shift while a playground comes alive', value: shift, unit: 'score' },
  ]
}

/** In the open playground, with all of its panels watching. */
async function running(page: Page): Promise<Figure[]> {
  await page.evaluate(async (count) => {
    await document.querySelector('rillbox-playground')!.session.store!.seed({
      version: 1,
      events: Array.from({ length: count }, (_, index) => ({
        stream: 'bench',
        type: 'Ordered',
        data: { order: index, product: `product-${index % 40}`, amount: (index * 37) % 5000 },
      })),
    })
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }, events)
  const reported = await page.evaluate(runQuery, [events, query, 'bench'] as const)
  // In a separate run: to start tracing is a long task itself.
  const processor = await longestTask(page)
  await page.evaluate(runQuery, [events, query, 'traced'] as const)
  return [
    { name: `longest task of the page while a query runs over ${events} events (0: none above 50 ms)`, value: reported, unit: 'ms' },
    {
      name: 'processor time of the longest task meanwhile, which other programs do not lengthen',
      value: await processor.end(),
      unit: 'ms',
    },
  ]
}

/** In the page. @returns the longest task that the browser reports, which it does from 50 ms on. */
async function runQuery([count, text, name]: readonly [count: number, query: string, name: string]): Promise<number> {
  const { session } = document.querySelector('rillbox-playground')!
  const store = session.store!
  let longest = 0
  const note = (entries: readonly PerformanceEntry[]): void => {
    longest = Math.max(longest, ...entries.map(({ duration }) => duration))
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'longtask' })
  session.edit({ name, query: text, mode: 'continuous', emit: false })
  await session.send('POST', `/projections/continuous?name=${name}&emit=no&enabled=yes`, {
    headers: { 'Content-Type': 'application/json' },
    body: text,
  })
  session.select({ projection: name })
  await store.settled()
  await new Promise((resolve) => setTimeout(resolve, 200))
  note(observer.takeRecords())
  observer.disconnect()
  const { count: handled } = (await store.state<{ count: number }>(name))!
  if (handled !== count) throw new Error(`The query handled ${handled} events.`)
  return longest
}

async function scrubbing(page: Page): Promise<Figure[]> {
  const playground = page.locator('rillbox-playground')
  await playground.getByRole('tab', { name: 'Steps' }).click()
  const started = performance.now()
  await page.waitForFunction((count) => {
    const stepper = document.querySelector('rillbox-playground')!.shadowRoot!.querySelector('rillbox-stepper')
    return Number(stepper?.shadowRoot?.querySelector<HTMLInputElement>('input[type=range]')?.max) === count - 1
  }, events)
  const traced = performance.now() - started
  const times = await page.evaluate(async (count) => {
    const stepper = document.querySelector('rillbox-playground')!.shadowRoot!.querySelector('rillbox-stepper')!
    const slider = stepper.shadowRoot!.querySelector<HTMLInputElement>('input[type=range]')!
    const times: number[] = []
    // Steps next to each other and far apart, as a hand moves the slider.
    for (let round = 0; round < 120; round++) {
      const place = round % 2 ? Number(slider.value) + 1 : (round * 7919) % (count - 2)
      const begun = performance.now()
      slider.value = String(place)
      slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
      // A member of Lit, which the types of the elements do not mention.
      await (stepper as HTMLElement & { readonly updateComplete?: Promise<unknown> }).updateComplete
      // Styles and layout count too.
      stepper.getBoundingClientRect()
      times.push(performance.now() - begun)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return times
  }, events)
  return [
    { name: `from the tab of steps until ${events} events are traced`, value: traced, unit: 'ms' },
    { name: `one step of the slider over ${events} events`, value: middle(times), unit: 'ms' },
    { name: `the slowest of 120 steps of the slider`, value: Math.max(...times), unit: 'ms' },
  ]
}

const middle = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1]!

declare global {
  interface Window {
    seen: { shift: number; interactive: number }
  }
}
