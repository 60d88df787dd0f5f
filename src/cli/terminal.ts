// Writes lines to where the command was started: output, messages, and progress where somebody watches.

/** The part of a stream of the process that is written to. */
export interface TextOutput {
  /** @returns false where the reader is slower; `written` is called when it has got this far. */
  write(text: string, written?: () => void): boolean
  readonly isTTY?: boolean
}

export interface Terminal {
  /** What the command is for: lines of JSON, or one line that says what was done. Waits where the reader is slower. */
  print(line: string): Promise<void>
  /** What is worth knowing beside that. */
  note(line: string): void
  /** Shows how far the command has come; only on a terminal, and not more often than anybody can read. */
  progress(line: () => string): void
  /** Removes the line that shows progress. */
  done(): void
}

/** Milliseconds between two lines of progress. */
const pace = 100

/** @param now real milliseconds. */
export function createTerminal(output: TextOutput, messages: TextOutput, now: () => number): Terminal {
  const isWatched = messages.isTTY === true
  let shown = -Infinity
  let isShowing = false

  const done = (): void => {
    if (isShowing) messages.write('\r\u001b[K')
    isShowing = false
  }

  return {
    print(line) {
      done()
      return new Promise((resolve) => {
        if (output.write(`${line}\n`, resolve)) resolve()
      })
    },
    note(line) {
      done()
      messages.write(`${line}\n`)
    },
    progress(line) {
      if (!isWatched || now() - shown < pace) return
      shown = now()
      isShowing = true
      messages.write(`\r\u001b[K${line()}`)
    },
    done,
  }
}

const thousands = new Intl.NumberFormat('en')

/** @returns `1 event`, `2,000 events`. */
export const counted = (count: number, noun: string): string => `${thousands.format(count)} ${noun}${count === 1 ? '' : 's'}`

/** @returns `42 %`; nothing is never all. */
export const percent = (done: number, total: number): string => `${total > 0 ? Math.floor((100 * done) / total) : 0} %`
