// Measures the playground as readers meet it: bytes loaded, time until it can be used, layout shifts and long tasks.

import type { BrowserContext, Page } from '@playwright/test'
import type { build } from 'vite'
import { gzipSync } from 'node:zlib'
import { longestTask } from './task-times.ts'
import type { Figure } from '../pages/measure.ts'

type Built = Awaited<ReturnType<typeof build>>

const events = 10_000
const rounds = 7
/** Inputs of the slider while it is dragged. */
const inputs = 240

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
    await page.evaluate(watchOpening)
    // The page itself has loaded: a reader does not click at once.
    await page.waitForLoadState('networkidle')
    await page.locator('rillbox-playground').getByRole('button').first().click()
    await page.waitForFunction(() => window.seen.usable > 0)
    if (round < 0) await proveUsable(page)
    // Panels that come later could still move something.
    await page.waitForLoadState('networkidle')
    const seen = await page.evaluate(() => window.seen)
    if (round >= 0) times.push(seen.usable)
    shift = Math.max(shift, seen.shift)
    // The draft of the proof.
    await page.evaluate(() => localStorage.clear())
  }
  return [
    {
      name: 'from the click on a resting playground until its editor takes input and Run works, warm cache',
      value: middle(times),
      unit: 'ms',
    },
    { name: 'the slowest of them', value: Math.max(...times), unit: 'ms' },
    { name: 'layout shift while a playground comes alive', value: shift, unit: 'score' },
  ]
}

/** In the page. Notes layout shifts, and when a text area and an enabled Run have been drawn. */
function watchOpening(): void {
  const playground = document.querySelector('rillbox-playground')!
  const seen = { shift: 0, usable: 0 }
  window.seen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const isUsable = (): boolean => {
    const editor = playground.shadowRoot?.querySelector('rillbox-query-editor')?.shadowRoot
    const run = editor?.querySelector<HTMLButtonElement>('[part~=run]')
    return editor?.querySelector('textarea')?.readOnly === false && run?.disabled === false && playground.session.phase.kind === 'open'
  }
  playground.addEventListener(
    'click',
    ({ timeStamp }) => {
      // The frame in which they are there draws them; the one after it is ready for use.
      const look = (): void =>
        void requestAnimationFrame(() => {
          if (!isUsable()) return look()
          requestAnimationFrame(() => (seen.usable = performance.now() - timeStamp))
        })
      look()
    },
    { capture: true, once: true },
  )
}

/** Writes a query by hand and runs it: throws where the editor or Run does nothing. */
async function proveUsable(page: Page): Promise<void> {
  const editor = page.locator('rillbox-query-editor')
  const text = 'fromAll().when({ $init: () => ({ proof: 1 }) })'
  await editor.getByRole('textbox', { name: 'Query' }).fill(text)
  await editor.getByRole('textbox', { name: 'Projection' }).fill('bench')
  await editor.locator('[part~=run]').click()
  await page.waitForFunction(async (query) => {
    const { store } = document.querySelector('rillbox-playground')!.session
    const response = await store!.direct(new Request('http://store/projection/bench/query'))
    return response.ok && (await response.text()) === query
  }, text)
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
  const slider = page.locator('rillbox-stepper input[type=range]')
  // Its end moves until the last step has arrived.
  await slider.and(page.locator(`[max="${events - 1}"]`)).waitFor({ timeout: 60_000 })
  const traced = performance.now() - started
  const { work, frames } = await slider.evaluate(dragSlider, [events, inputs] as const)
  return [
    { name: `from the tab of steps until ${events} events are traced`, value: traced, unit: 'ms' },
    { name: `work of the page for one input of the slider over ${events} events, drawing included`, value: middle(work), unit: 'ms' },
    { name: `the same, 95th percentile of ${inputs}`, value: percentile(work, 0.95), unit: 'ms' },
    { name: `from frame to frame while the slider is dragged`, value: middle(frames), unit: 'ms' },
    { name: `the same, 95th percentile of ${inputs}`, value: percentile(frames, 0.95), unit: 'ms' },
  ]
}

/** In the page. Moves the slider in every frame, to steps next to each other and far apart, as a hand does. */
async function dragSlider(
  element: Element,
  [count, inputs]: readonly [count: number, inputs: number],
): Promise<{ work: number[]; frames: number[] }> {
  const slider = element as HTMLInputElement
  const [work, frames]: [number[], number[]] = [[], []]
  const drawn = new MessageChannel()
  let last = 0
  for (let input = -1; input < inputs; input++) {
    const began = await new Promise<number>((resolve) => {
      requestAnimationFrame((time) => {
        const now = performance.now()
        if (input > 0) frames.push(time - last)
        last = time
        slider.value = String(input % 2 ? (slider.valueAsNumber + 1) % count : (Math.abs(input) * 7919) % (count - 2))
        slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
        // Comes when this frame has been drawn, and what the input caused has been done.
        drawn.port1.addEventListener('message', () => resolve(now), { once: true })
        drawn.port1.start()
        drawn.port2.postMessage('')
      })
    })
    if (input >= 0) work.push(performance.now() - began)
  }
  return { work, frames }
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1]!

const middle = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1]!

declare global {
  interface Window {
    seen: { shift: number; usable: number }
  }
}
