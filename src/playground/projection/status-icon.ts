// Draws the sign of a status: shapes that differ without their colour.

import { svg } from 'lit'
import type { Tone } from './status.ts'

const shapes = {
  running: svg`<path d="M5 3.5v9l7-4.5z" />`,
  completed: svg`<path d="M3 8.5 6.5 12 13 4.5" class="line" />`,
  stopped: svg`<rect x="4" y="4" width="8" height="8" rx="1" />`,
  faulted: svg`<path d="M8 1.5 15 14H1z" /><path d="M8 6v4M8 11.6v.8" class="cut" />`,
  busy: svg`<circle cx="3.5" cy="8" r="1.5" /><circle cx="8" cy="8" r="1.5" /><circle cx="12.5" cy="8" r="1.5" />`,
} as const

export const statusIcon = (tone: Tone) => svg`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shapes[tone]}</svg>`
