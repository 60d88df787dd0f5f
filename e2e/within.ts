// Gives every wait of a test an end, and a sentence that says what did not come.

/** Rejects after so many milliseconds; the work itself goes on. */
export async function within<Value>(milliseconds: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms.`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
