// Converts the text of data and metadata into the values that callers of the shortcuts get.

/** @returns the parsed JSON, the text itself where it is not JSON, and undefined if it is empty. */
export function valueOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
