// Writes a command's lines: output, messages, and progress on a terminal.

/** The writing side of a process's standard stream. */
export interface TextOutput {
  /** @returns false where the reader is slower; `written` is called once the text is flushed. */
  write(text: string, written?: () => void): boolean
  readonly isTTY?: boolean
}

export interface Terminal {
  /** Prints the command's result: lines of JSON, or one line of summary. Waits for a slower reader. */
  print(line: string): Promise<void>
  /** Prints a message beside the result. */
  note(line: string): void
  /** Shows the command's progress, only on a terminal, at a readable rate. */
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

/** @returns `1 event was there already`. */
export const thereAlready = (count: number, noun: string): string => `${counted(count, noun)} ${count === 1 ? 'was' : 'were'} there already`

/** @returns `42 %`; `0 %` of nothing. */
export const percent = (done: number, total: number): string => `${total > 0 ? Math.floor((100 * done) / total) : 0} %`

/** Prints a sentence for people, or with `--json` the same for programs, on one line. */
export const printResult = (terminal: Pick<Terminal, 'print'>, isJson: boolean, sentence: string, result: object): Promise<void> =>
  terminal.print(isJson ? JSON.stringify(result) : sentence)
