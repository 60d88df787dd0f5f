// Lets msw load where the browser has no `localStorage` for the page: msw reads cookies of earlier visits there when it loads, and keeps them in memory as well.

/** Loads a module with an empty `localStorage` in place of one that throws or is missing; afterwards it is as before. */
export async function withLocalStorage<T>(load: () => Promise<T>): Promise<T> {
  if (isUsable()) return await load()
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  // A page may have made it unchangeable: then msw says what it lacks.
  if (before?.configurable === false) return await load()
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null, setItem: () => undefined }, configurable: true })
  try {
    return await load()
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  }
}

function isUsable(): boolean {
  try {
    // Against its type, a browser with its storage switched off has null or nothing here.
    return typeof (globalThis.localStorage as Storage | null | undefined)?.getItem === 'function'
  } catch {
    return false
  }
}
