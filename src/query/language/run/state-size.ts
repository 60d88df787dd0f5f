// Refuses states that are larger than the server keeps them (26 §5.6).

import { refuse } from '../guest.ts'
import type { Slot } from './partitions.ts'
import { root } from './partitions.ts'
import { slice } from '../primordials.ts'
import { settings } from '../settings.ts'

/** Ends the query where state and result are longer together than the release allows. The runner adds the projection's name. */
export function checkSize(slot: Slot, state: string, result: string | undefined): void {
  const { mostStateSize } = settings.language
  const size = state.length + (result === undefined ? 0 : result.length)
  if (mostStateSize === null || size <= mostStateSize) return
  const where = slot === root ? '' : " in partition '" + slot.name + "'"
  const limit = 'which exceeds the configured MaxProjectionStateSize of ' + grouped(mostStateSize) + ' bytes.'
  refuse('state-size', 'The state size of projection' + where + ' is ' + grouped(size) + ' bytes ' + limit, false)
}

/** An integer with commas between groups of digits. */
function grouped(value: number): string {
  const digits = '' + value
  const first = digits.length % 3
  let text = slice(digits, 0, first)
  for (let i = first; i < digits.length; i += 3) text += (text === '' ? '' : ',') + slice(digits, i, i + 3)
  return text
}
