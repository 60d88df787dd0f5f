// Asks the control routes of one store, from a page of the same port.

export interface SeenStream {
  readonly name: string
  readonly events: number
  readonly last: number
  readonly deleted: 'no' | 'soft' | 'hard'
}

export interface SeenEntry {
  readonly stream: string
  readonly number: number
  readonly type: string
  readonly data?: unknown
  readonly metadata?: unknown
  readonly at: string
}

export interface SeenProjection {
  readonly name: string
  readonly status: string
  readonly reason: string
  readonly progress: number
  readonly handled: number
}

export interface SeenState {
  readonly partitions: readonly string[]
  readonly state: string
  readonly result: string
}

export interface SeenSteps {
  readonly count: number
  readonly steps: readonly {
    readonly stream: string
    readonly number: number
    readonly type: string
    readonly partition: string
    readonly after: string
    readonly emitted: readonly { readonly stream: string; readonly type: string }[]
    readonly fault?: string
  }[]
  readonly fault?: string
}

export interface SeenRequest {
  readonly id: number
  readonly method: string
  readonly url: string
  readonly milliseconds: number
  readonly body: string
  readonly outcome: string
  readonly answeredBy: string
  readonly response?: { readonly status: number; readonly reason: string; readonly body: string }
  readonly error?: string
}

export interface SeenFaults {
  readonly offline: boolean
  readonly rules: readonly { readonly id: string; readonly rule: Readonly<Record<string, unknown>>; readonly met: number }[]
}

export interface SeenClock {
  readonly now: string
  readonly frozen: boolean
}

/** What the port answered instead, in its own words. */
export class WorkbenchRefusal extends Error {}

/** @param store name of a store that a test has made; empty for the served one. */
export const routesOf = (store: string) => {
  const base = store === '' ? '/-' : `/-/s/${encodeURIComponent(store)}/-`
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(base + path, {
      method,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (response.status === 204) return undefined
    const answer: unknown = await response.json()
    if (response.ok) return answer
    throw new WorkbenchRefusal((answer as { readonly detail?: string }).detail ?? response.statusText)
  }
  return {
    get: async <T>(path: string): Promise<T> => (await ask('GET', path)) as T,
    send: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown> => ask(method, path, body),
  }
}
