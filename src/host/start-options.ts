// Checks the options of `startStore` in a page, those of the store and its own.

import type { OptionsType } from '../engine/options/store-options.ts'
import { checkOptions } from '../engine/options/store-options.ts'
import { flag, nonEmptyText, text, when } from '../engine/shape.ts'

const startOptions: OptionsType = {
  type: 'StartOptions',
  own: {
    sharesOrigin: { check: flag },
    name: { check: nonEmptyText },
    workerUrl: { check: nonEmptyText },
    workerScope: { check: text },
    onNotice: { check: when('a function', (value) => typeof value === 'function') },
  },
}

/** @throws StoreError `invalid-options`, which names every unknown or unusable option. */
export const checkStartOptions = (options: object): void => checkOptions(options, startOptions)
