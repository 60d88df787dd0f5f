// Shows the calls of a store as steps in Playwright's report and trace; an error points to the line of the test that made the call.

import { test } from '@playwright/test'

/** Of a store whose calls are steps: the store whose calls are none. Matchers and reports look at that. */
export const withoutSteps = Symbol('without steps')

export interface InSteps<S> {
  readonly [withoutSteps]?: S
}

/** Methods with a promise; what a test does at once, for example moving the clock, takes no step. */
const methods = [
  'append',
  'read',
  'project',
  'state',
  'settled',
  'unsettled',
  'streams',
  'partitions',
  'fault',
  'inspect',
  'seed',
  'snapshot',
  'restore',
  'clear',
  'reset',
  'fetch',
  'direct',
  'prepare',
  'connect',
  'connectRequest',
] as const

type Method = (...parameters: unknown[]) => Promise<unknown>

/** @returns the same store, whose calls are steps. */
export function inSteps<S extends object>(store: S): S & InSteps<S> {
  const stepped = methods.flatMap((name) => {
    const method = (store as Readonly<Record<string, Method | undefined>>)[name]
    return method ? [[name, asStep(name, method)] as const] : []
  })
  return { ...store, ...Object.fromEntries(stepped), [withoutSteps]: store }
}

/** The frame of the function itself is the one that Playwright leaves out of a boxed step: the next one is the test's. */
const asStep =
  (name: string, method: Method): Method =>
  async (...parameters) =>
    isInTest() ? await test.step(titleOf(name, parameters), () => method(...parameters), { box: true }) : await method(...parameters)

/** Playwright refuses steps outside of tests, where a call may be late. */
function isInTest(): boolean {
  try {
    return test.info() !== undefined
  } catch {
    return false
  }
}

/** With the texts in front, the names of streams and projections, and no content. */
function titleOf(name: string, parameters: readonly unknown[]): string {
  const [first] = parameters
  if (name === 'fetch' || name === 'direct') {
    const { method, url } = first as Request
    return `store.${name}(${method} ${new URL(url).pathname})`
  }
  return `store.${name}(${typeof first === 'string' ? JSON.stringify(first) : ''})`
}
