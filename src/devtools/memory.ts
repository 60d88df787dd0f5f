// Remembers, for all pages of an origin, where the button is and how the drawer looks.

import { keep, recall } from '../playground/kit/kept.ts'
import { corners } from './button/corners.ts'

const key = 'rillbox-devtools'
const storage = (): Storage => localStorage

/** On a phone half of the height would be too little. */
const firstHeight = (width: number): number => (width < 600 ? 0.75 : 0.5)

/** The drawer leaves some of the page visible, and something of itself. */
export const clampHeight = (height: number): number => Math.min(0.95, Math.max(0.2, height))

/** Missing and impossible members have their first values. */
export function readRemembered(kept: unknown, windowWidth: number) {
  const { corner, isOpen, height, panel } = { ...(kept as { readonly [name: string]: unknown } | undefined) }
  return {
    corner: corners.find((known) => known === corner) ?? corners[0],
    /** Of the drawer: a reload keeps it. */
    isOpen: isOpen === true,
    /** Of the drawer, as a share of the window's height. */
    height: typeof height === 'number' ? clampHeight(height) : firstHeight(windowWidth),
    /** Name of the open panel. */
    panel: typeof panel === 'string' ? panel : 'streams',
  }
}

type Remembered = Readonly<ReturnType<typeof readRemembered>>

/** Lasts as long as the page where the page may not keep anything. */
export class Memory {
  now: Remembered = readRemembered(recall(storage, key), innerWidth)

  keep(change: Partial<Remembered>): void {
    this.now = { ...this.now, ...change }
    keep(storage, key, this.now)
  }
}
