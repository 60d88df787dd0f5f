// Takes the README's pictures from the site as it runs: one of the playground in each colour scheme, and an animation.
//
//   npm run pictures

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { animatedWebp } from './documents/animated-webp.ts'
import type { Frame } from './documents/animated-webp.ts'
import { ensureChromium, launchOptions } from './chromium.ts'

ensureChromium((line) => console.error(line), 'whole')
const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
mkdirSync(folder, { recursive: true })

const server = await createServer({ logLevel: 'error', server: { port: 5351, hmr: false } })
await server.listen()
const address = server.resolvedUrls!.local[0]!
const browser = await chromium.launch(launchOptions('whole'))
const encoder = await browser.newPage()
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open('shopping-cart', { colorScheme, width: 1440, height: 780 })
    await chooseStream(page, 'cart-1')
    save(`playground-${colorScheme}.webp`, await encoded([{ png: await shot(page), milliseconds: 0 }]))
    await page.close()
  }
  save('time-travel.webp', await encoded(await timeTravel()))
} finally {
  await browser.close()
  await server.close()
}

interface Shot {
  readonly png: Buffer
  readonly milliseconds: number
}

function save(file: string, frames: readonly Frame[]): void {
  const bytes = frames.length === 1 ? frames[0]!.webp : animatedWebp(frames)
  writeFileSync(join(folder, file), bytes)
  console.log(`docs/pictures/${file.padEnd(24)} ${(bytes.length / 1000).toFixed(0)} kB, ${frames.length} of them`)
}

async function open(
  scenario: string,
  { colorScheme, ...viewport }: { colorScheme: 'light' | 'dark'; width: number; height: number },
): Promise<Page> {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
  await page.goto(`${address}?scenario=${scenario}`)
  await page.locator('#lesson > li.kept').first().waitFor()
  // The picture begins at the top of the playground.
  await page.locator('.bench').evaluate((bench) => window.scrollTo(0, bench.getBoundingClientRect().top + window.scrollY - 16))
  return page
}

async function chooseStream(page: Page, name: string): Promise<void> {
  await page.locator('rillbox-stream-browser').getByText(name, { exact: true }).first().click()
  await settled(page)
}

/** All requests to the store are answered, and the result is drawn. */
async function settled(page: Page): Promise<void> {
  await page
    .locator('rillbox-playground')
    .evaluate((element: HTMLElementTagNameMap['rillbox-playground']) => element.session.store!.settled())
  await page.waitForTimeout(400)
}

function shot(page: Page): Promise<Buffer> {
  return page.screenshot({ caret: 'hide' })
}

/** The broken inventory: through its history to the fault, then repaired. */
async function timeTravel(): Promise<Shot[]> {
  const page = await open('inventory', { colorScheme: 'light', width: 1440, height: 780 })
  const playground = page.locator('rillbox-playground')
  const slider = playground.locator('rillbox-stepper input[type=range]')
  await slider.waitFor()
  const shots: Shot[] = []
  const take = async (milliseconds: number): Promise<void> => void shots.push({ png: await shot(page), milliseconds })

  await page.waitForTimeout(500)
  await take(1600)
  for (const place of [0, 6, 12, 18, 24, 28, 30]) {
    await moveTo(slider, place)
    await page.waitForTimeout(150)
    await take(place === 0 ? 700 : 220)
  }
  await moveTo(slider, 31)
  await page.waitForTimeout(300)
  await take(2200)
  const steps = page.locator('#lesson > li')
  for (const [index, milliseconds] of [
    [2, 1100],
    [3, 1100],
    [4, 2600],
  ] as const) {
    const send = steps.nth(index).getByRole('button')
    await send.scrollIntoViewIfNeeded()
    await send.click()
    await page.locator('#lesson > li').nth(index).and(page.locator('.kept')).waitFor()
    await settled(page)
    await take(milliseconds)
  }
  await page.close()
  return shots
}

function moveTo(slider: Locator, place: number): Promise<void> {
  return slider.evaluate((input: HTMLInputElement, value) => {
    input.value = String(value)
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    input.dispatchEvent(new Event('change', { bubbles: true, composed: true }))
  }, place)
}

/** Chromium encodes WebP: of every frame only the difference to the one before. */
async function encoded(shots: readonly Shot[]): Promise<Frame[]> {
  const frames: Frame[] = []
  for (const [index, { png, milliseconds }] of shots.entries()) {
    const made = await encoder.evaluate(encodeInPage, [png.toString('base64'), shots[index - 1]?.png.toString('base64')] as const)
    const { base64, ...place } = made
    frames.push({ ...place, webp: Buffer.from(base64, 'base64'), milliseconds })
  }
  return frames
}

type Encoded = Omit<Frame, 'webp' | 'milliseconds'> & { readonly base64: string }

async function encodeInPage([png, before]: readonly [string, string | undefined]): Promise<Encoded> {
  const bitmap = async (base64: string): Promise<ImageBitmap> =>
    await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
  const picture = await bitmap(png)
  const area =
    before === undefined ? { x: 0, y: 0, width: picture.width, height: picture.height } : difference(picture, await bitmap(before))
  const canvas = new OffscreenCanvas(area.width, area.height)
  canvas.getContext('2d', { alpha: false })!.drawImage(picture, -area.x, -area.y)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 })
  const url = await new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.readAsDataURL(blob)
  })
  return { ...area, base64: url.slice(url.indexOf(',') + 1) }

  /** The rectangle of all pixels that differ; its corner has even coordinates. */
  function difference(one: ImageBitmap, other: ImageBitmap): { x: number; y: number; width: number; height: number } {
    const { width, height } = one
    const [a, b] = [pixels(one), pixels(other)]
    let [left, top, right, bottom] = [width, height, 0, 0]
    for (let index = 0; index < a.length; index++) {
      if (a[index] === b[index]) continue
      const [x, y] = [index % width, Math.floor(index / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
    if (right < left) return { x: 0, y: 0, width: 2, height: 2 }
    const [x, y] = [left - (left % 2), top - (top % 2)]
    return { x, y, width: right - x + 1, height: bottom - y + 1 }
  }

  function pixels(image: ImageBitmap): Uint32Array {
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    context.drawImage(image, 0, 0)
    return new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)
  }
}
