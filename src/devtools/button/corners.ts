// Decides in which corner of the window a button rests.

/** Of the window; `end` is on the right in every direction of writing. */
export const corners = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
export type Corner = (typeof corners)[number]

/** The corner that is nearest to a place in the window. */
export const cornerAt = (x: number, y: number, { width, height }: Pick<DOMRect, 'width' | 'height'>): Corner =>
  `${y < height / 2 ? 'top' : 'bottom'}-${x < width / 2 ? 'left' : 'right'}`
