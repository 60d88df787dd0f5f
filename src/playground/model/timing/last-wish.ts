// Applies the last of two wishes that exclude each other, open and closed, once the one before has been carried out.

export class LastWish {
  readonly #carryOut: (isOpen: boolean) => Promise<void>
  #isWanted = false
  #settling: Promise<void> | undefined

  /** @param carryOut opens or closes; must not reject. */
  constructor(carryOut: (isOpen: boolean) => Promise<void>) {
    this.#carryOut = carryOut
  }

  /** @returns resolves when the last wish is carried out. */
  settle(isWanted: boolean): Promise<void> {
    this.#isWanted = isWanted
    this.#settling ??= this.#follow().finally(() => {
      this.#settling = undefined
    })
    return this.#settling
  }

  async #follow(): Promise<void> {
    let last: boolean
    do {
      last = this.#isWanted
      await this.#carryOut(last)
    } while (this.#isWanted !== last)
  }
}
