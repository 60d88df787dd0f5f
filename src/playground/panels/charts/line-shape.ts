// Draws a series of numbers as the path of an SVG: steps, because a number stays until the next event changes it.

import type { NumberSeries } from './number-history.ts'

/** Points per path: more than the pixels of a chart show nothing more. */
const mostPoints = 600

type ChartSize = Pick<DOMRect, 'width' | 'height'>

/** @param events number of events, the width of the chart. */
export function linePath({ points, least, most }: Pick<NumberSeries, 'points' | 'least' | 'most'>, events: number, box: ChartSize): string {
  const shown = thinned(points, mostPoints)
  const x = (event: number): number => round((event / Math.max(1, events - 1)) * box.width)
  const y = (value: number): number => yOf(value, { least, most }, box)
  const [first, ...others] = shown
  if (!first) return ''
  return `M${x(first.event)} ${y(first.value)}${others.map(({ event, value }) => `H${x(event)}V${y(value)}`).join('')}H${round(box.width)}`
}

/** Greater numbers are further up, with a margin for the line's own width. */
export function yOf(value: number, { least, most }: Pick<NumberSeries, 'least' | 'most'>, { height }: ChartSize): number {
  const span = most - least
  return round(1 + (span === 0 ? 0.5 : (most - value) / span) * (height - 2))
}

/** Keeps the least and the greatest of neighbours, in their order. */
export function thinned<Point extends { readonly value: number }>(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points
  const length = Math.ceil(points.length / (most / 2))
  const kept: Point[] = []
  for (let from = 0; from < points.length; from += length) {
    const group = points.slice(from, from + length)
    const least = group.reduce((one, other) => (other.value < one.value ? other : one))
    const greatest = group.reduce((one, other) => (other.value > one.value ? other : one))
    const pair = group.indexOf(least) <= group.indexOf(greatest) ? [least, greatest] : [greatest, least]
    kept.push(...(least === greatest ? [least] : pair))
  }
  return kept
}

const round = (number: number): number => Math.round(number * 100) / 100
