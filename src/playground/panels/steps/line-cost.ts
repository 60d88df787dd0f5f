// Writes the cost of a line in few characters, and in words.

import type { LineCost } from '../../model/trace/profiling.ts'
import { printCount } from '../../strings/counts.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'

const milliseconds = (time: number): string => `${printCount(time, time < 10 ? 2 : 0)} ms`

/** E.g. `12×`, for handlers `12× 3.20 ms`. */
export const costText = ({ times, handler }: LineCost): string =>
  handler && handler.calls > 0 ? `${printCount(handler.calls)}× ${milliseconds(handler.milliseconds)}` : `${printCount(times)}×`

export const costTitle = ({ times, handler }: LineCost): string =>
  times === 0 ? texts.profile.never : handler ? texts.profile.calls(handler.calls, milliseconds(handler.milliseconds)) : texts.times(times)
