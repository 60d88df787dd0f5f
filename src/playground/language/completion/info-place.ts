// Decides the place of a completion's explanation: beside the list, or without room there, below or above it.

export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const width = ({ left, right }: Box): number => right - left
const height = ({ top, bottom }: Box): number => bottom - top

/**
 * @param list box of the completions; the result is relative to it.
 * @param option box of the selected completion.
 * @param info box of the explanation, in its natural size.
 * @param space the available room.
 * @returns style and class that CodeMirror sets on the explanation.
 */
export function placeInfo(list: Box, option: Box, info: Box, space: Box): { readonly style: string; readonly class: string } {
  const top = Math.max(space.top, Math.min(option.top, space.bottom - height(info))) - list.top
  if (width(info) <= space.right - list.right) return { style: `top: ${top}px`, class: 'cm-completionInfo-right' }
  if (width(info) <= list.left - space.left) return { style: `top: ${top}px`, class: 'cm-completionInfo-left' }
  // Never over the list.
  const isRoomBelow = space.bottom - list.bottom >= height(info) || space.bottom - list.bottom >= list.top - space.top
  return { style: `${isRoomBelow ? 'top' : 'bottom'}: 100%; left: 0; right: 0; width: auto; max-width: none`, class: '' }
}
