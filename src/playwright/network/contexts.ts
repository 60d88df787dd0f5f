// Routes the requests of browser contexts to a store: of existing contexts, and of those that a test opens.

import type { Browser, BrowserContext, Request as PageRequest, Route } from '@playwright/test'
import { covers } from '../../host/base-url.ts'
import { answer } from './route.ts'
import type { Warn } from './warnings.ts'
import { PassedOn, watchWorkers } from './warnings.ts'

export interface ConnectOptions {
  readonly fetch: (request: Request) => Promise<Response>
  /** Absolute. */
  readonly baseUrl: string
  /** Called once for every context before its first request. @returns a function that undoes it, for contexts that outlive the test. */
  readonly meet?: (context: BrowserContext) => Promise<() => Promise<void>>
  readonly warn: Warn
  /** Called with the errors of a store that cannot answer. */
  readonly report: (error: unknown) => void
}

export interface ContextConnection {
  /** For contexts that the fixture `browser` did not open, for example persistent ones. */
  connect(context: BrowserContext): Promise<void>
  /** From here on requests to the base URL are refused; contexts that outlive the test are let go. */
  close(): Promise<void>
}

export async function connectContexts(browser: Browser, options: ConnectOptions): Promise<ContextConnection> {
  const answerer = { fetch: options.fetch, covers: covers(options.baseUrl) }
  const underBase = patternOf(options.baseUrl)
  const letGoOf = new Map<BrowserContext, () => Promise<void>>()
  const waiting = new Map<PageRequest, AbortController>()
  const passedOn = new PassedOn()
  let isClosed = false

  const handle = async (route: Route): Promise<void> => {
    const request = route.request()
    const gone = new AbortController()
    waiting.set(request, gone)
    passedOn.note(request)
    try {
      if (isClosed) await route.abort('connectionfailed')
      else await answer(route, answerer, gone.signal)
    } catch (error) {
      // The page gave up or closed, or the test ended: there is no reader for an answer.
      if (isClosed || gone.signal.aborted || isOver(route)) return
      options.report(error)
      await route.abort('connectionfailed').catch(() => undefined)
    } finally {
      waiting.delete(request)
    }
  }

  const giveUp = (request: PageRequest): void => waiting.get(request)?.abort()

  const connect = async (context: BrowserContext): Promise<void> => {
    // Begun together: Playwright keeps the order of calls, and a page may be opened right behind them.
    const met = options.meet?.(context)
    const routed = context.route(underBase, handle)
    context.on('requestfailed', giveUp)
    const unwatch = watchWorkers(context, { covers: answerer.covers, passedOn, warn: options.warn })
    letGoOf.set(context, async () => {
      context.off('requestfailed', giveUp)
      unwatch()
      await context.unroute(underBase, handle)
      await (
        await met
      )?.()
    })
    await Promise.all([met, routed])
  }

  /** Playwright keeps the order of calls on a context: its pages open after it is connected. */
  const connectNew = (context: BrowserContext): void =>
    void connect(context).catch((error: unknown) => {
      if (browser.contexts().includes(context)) options.report(error)
    })

  browser.on('context', connectNew)
  await Promise.all(browser.contexts().map(connect))

  return {
    connect,
    async close() {
      isClosed = true
      browser.off('context', connectNew)
      for (const gone of waiting.values()) gone.abort()
      // Most are closed by now, and cannot be let go.
      await Promise.allSettled([...letGoOf.values()].map((letGo) => letGo()))
    },
  }
}

/** A pattern and no function: with a function, Playwright would ask this process about every request of the page. */
function patternOf(baseUrl: string): RegExp {
  const exact = baseUrl.replace(/\/$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${exact}(?:[/?#]|$)`)
}

function isOver(route: Route): boolean {
  try {
    return route.request().frame().page().isClosed()
  } catch {
    // Requests of workers have no frame.
    return false
  }
}
