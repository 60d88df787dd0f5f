// Decides which query gives up its Worker when more are wanted than may live at once.

import type { EngineHold } from '../sandbox/restartable-query.ts'

/** A query's right to a Worker. */
export interface Seat {
  /** A Worker is about to start: makes room where there are too many, as far as others are idle. */
  take(): void
  /** The Worker is gone. */
  leave(): void
  /** The query that can be asked to give its Worker up. */
  use(hold: EngineHold): void
  /** Nothing uses the Worker any more: where there are too many, because all were in use at once, the idle ones go. */
  rest(): void
  /** The Worker is used now. */
  touch(): void
}

interface Taken {
  hold: EngineHold | undefined
}

export interface Seats {
  reserve(): Seat
  /** How many Workers live. */
  count(): number
  /** Whether so many more need nobody's place. */
  hasRoomFor(more: number): boolean
}

/** @param most how many Workers may live at once; exceeded only where all of them are in use. */
export function createSeats(most: number): Seats {
  /** Those with a Worker, the longest unused first. */
  const taken = new Set<Taken>()

  /** @param room how many Workers may stay. */
  function makeRoom(room: number): void {
    for (const seat of taken) {
      if (taken.size <= room) return
      // Releasing closes the Worker, which leaves the seat.
      seat.hold?.release()
    }
  }

  return {
    count: () => taken.size,
    hasRoomFor: (more) => taken.size + more <= most,
    reserve() {
      const seat: Taken = { hold: undefined }
      return {
        take() {
          makeRoom(most - 1)
          taken.add(seat)
        },
        leave: () => void taken.delete(seat),
        use(hold) {
          seat.hold = hold
        },
        rest: () => makeRoom(most),
        touch() {
          if (taken.delete(seat)) taken.add(seat)
        },
      }
    },
  }
}
