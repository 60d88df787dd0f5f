// Counts the tasks of others that run while work goes on.

/** @returns the result of the work, and how many tasks ran before it settled. */
export async function countTasks<T>(work: () => T | Promise<T>): Promise<{ readonly result: T; readonly tasks: number }> {
  let isOver = false
  let tasks = 0
  const count = (): void => {
    if (isOver) return
    tasks += 1
    setImmediate(count)
  }
  setImmediate(count)
  try {
    const result = await work()
    return { result, tasks }
  } finally {
    isOver = true
  }
}
