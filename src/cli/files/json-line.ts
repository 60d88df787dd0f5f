// Finds the line on which a text stops being JSON, which the platform's messages do not always name.

/** @param text that `JSON.parse` refuses. @returns the number of the line, from 1. */
export function lineOfError(text: string): number {
  const lines = text.split('\n')
  let good = 0
  let bad = lines.length
  // A beginning that cannot become JSON stays wrong whatever follows, so a binary search works.
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (isWrong(`${lines.slice(0, middle).join('\n')}\n`)) bad = middle
    else good = middle
  }
  return bad
}

/** Whether no continuation could make the text JSON. */
function isWrong(beginning: string): boolean {
  try {
    JSON.parse(beginning)
    return false
  } catch (error) {
    const { message } = error as Error
    if (/end of JSON input|^Unterminated/.test(message)) return false
    const position = /at position (\d+)/.exec(message)?.[1]
    // An error at the very end means that the text is only incomplete.
    return position === undefined || Number(position) < beginning.length
  }
}
