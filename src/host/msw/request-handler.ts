// Makes request handlers for msw without loading msw: objects with the members that its versions 2 and 3 use.

/**
 * A handler for `setupWorker` and `setupServer`, of the msw that the application has: two versions of its class are different types, so the
 * name is looked up there. Without msw it is `any`.
 */
/** @ts-ignore -- applications without msw use this entry, too */
export type RequestHandler = import('msw').RequestHandler

export interface Answering {
  /** Name in msw's lists of handlers. */
  readonly header: string
  /** @param url absolute, as the application wrote it. */
  matches(url: string): boolean
  answer(request: Request): Promise<Response>
}

interface Asked {
  readonly request: Request
  readonly requestId: string
}

/** The members that msw uses. Both versions call `run`, one handler after another, then `log` where the application shows requests. */
interface Handler {
  /** By `kind` msw 3 and late releases of 2 recognize request handlers, by `__kind` earlier ones. */
  readonly kind: 'request'
  readonly __kind: 'RequestHandler'
  readonly info: { readonly header: string }
  isUsed: boolean
  parse(): Promise<object>
  predicate(asked: Pick<Asked, 'request'>): boolean
  test(asked: Pick<Asked, 'request'>): Promise<boolean>
  /** @returns null for requests to other addresses. */
  run(asked: Asked): Promise<(Asked & { readonly handler: Handler; readonly parsedResult: object; readonly response: Response }) | null>
  log(exchange: { readonly request: Request; readonly response: Response }): void
  reset(): void
  restore(): void
  dispose(): void
}

export function requestHandler({ header, matches, answer }: Answering): RequestHandler {
  // The target of CONNECT is a host instead of a URL.
  const isMine = ({ method, url }: Request): boolean => method !== 'CONNECT' && matches(url)
  const nothing = (): void => undefined
  const handler: Handler = {
    kind: 'request',
    __kind: 'RequestHandler',
    info: { header },
    isUsed: false,
    parse: () => Promise.resolve({}),
    predicate: ({ request }) => isMine(request),
    test: ({ request }) => Promise.resolve(isMine(request)),
    async run({ request, requestId }) {
      if (!isMine(request)) return null
      handler.isUsed = true
      return { handler, request, requestId, parsedResult: {}, response: await answer(request) }
    },
    log({ request, response }) {
      // eslint-disable-next-line no-console -- msw calls this unless the application made it quiet
      console.log(`[rillbox] ${request.method} ${request.url} (${response.status} ${response.statusText})`)
    },
    reset: nothing,
    restore: nothing,
    dispose: nothing,
  }
  return handler as unknown as RequestHandler
}
