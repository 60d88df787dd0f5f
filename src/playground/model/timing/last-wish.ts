// Applies the last of two wishes that exclude each other, open and closed, once the one before has been carried out.

/**
 * @param carryOut opens or closes; must not reject.
 * @returns a function that takes a wish, and resolves when the last one is carried out.
 */
export function lastWish(carryOut: (isOpen: boolean) => Promise<void>): (isOpen: boolean) => Promise<void> {
  let isWanted = false
  let settling: Promise<void> | undefined
  const follow = async (): Promise<void> => {
    let last: boolean
    do {
      last = isWanted
      await carryOut(last)
    } while (isWanted !== last)
  }
  return (isOpen) => {
    isWanted = isOpen
    settling ??= follow().finally(() => {
      settling = undefined
    })
    return settling
  }
}
