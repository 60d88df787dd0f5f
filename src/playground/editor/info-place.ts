// Decides where the explanation of a completion stands: beside the list, or where there is no room under or above it.

export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const width = ({ left, right }: Box): number => right - left
const height = ({ top, bottom }: Box): number => bottom - top

/**
 * @param list with the completions; places are relative to it.
 * @param option that is chosen.
 * @param info with the explanation, as large as it would like to be.
 * @param space that there is.
 * @returns what CodeMirror puts on the explanation.
 */
export function placeInfo(list: Box, option: Box, info: Box, space: Box): { readonly style: string; readonly class: string } {
  const top = Math.max(space.top, Math.min(option.top, space.bottom - height(info))) - list.top
  if (width(info) <= space.right - list.right) return { style: `top: ${top}px`, class: 'cm-completionInfo-right' }
  if (width(info) <= list.left - space.left) return { style: `top: ${top}px`, class: 'cm-completionInfo-left' }
  // Never on top of what is chosen from.
  const isRoomBelow = space.bottom - list.bottom >= height(info) || space.bottom - list.bottom >= list.top - space.top
  return { style: `${isRoomBelow ? 'top' : 'bottom'}: 100%; left: 0; right: 0; width: auto; max-width: none`, class: '' }
}
