// Makes request handlers for msw without loading msw: objects that have what its versions 2 and 3 ask of one.

/**
 * A handler for `setupWorker` and `setupServer`, of the msw that the application has: two versions of its class are different types, so the
 * name is looked up there. Without msw it is `any`.
 */
/** @ts-ignore -- applications without msw use this entry, too */
export type RequestHandler = import('msw').RequestHandler

export interface Answering {
  /** What msw's lists of handlers show. */
  readonly header: string
  /** @param url absolute, as the application has written it. */
  matches(url: string): boolean
  answer(request: Request): Promise<Response>
}

interface Asked {
  readonly request: Request
  readonly requestId: string
}

/** What msw calls and reads. Both versions ask `run`, one handler after another; `log` follows where the application wants to see requests. */
interface Handler {
  /** How msw 3 and late releases of 2 know handlers of requests, and how earlier ones do. */
  readonly kind: 'request'
  readonly __kind: 'RequestHandler'
  readonly info: { readonly header: string }
  isUsed: boolean
  parse(): Promise<object>
  predicate(asked: Pick<Asked, 'request'>): boolean
  test(asked: Pick<Asked, 'request'>): Promise<boolean>
  /** @returns null for requests of others. */
  run(asked: Asked): Promise<(Asked & { readonly handler: Handler; readonly parsedResult: object; readonly response: Response }) | null>
  log(exchange: { readonly request: Request; readonly response: Response }): void
  reset(): void
  restore(): void
  dispose(): void
}

export function requestHandler({ header, matches, answer }: Answering): RequestHandler {
  // The target of CONNECT is a host, and no address.
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
      // eslint-disable-next-line no-console -- msw asks for it where the application has not told it to be quiet
      console.log(`[rillbox] ${request.method} ${request.url} (${response.status} ${response.statusText})`)
    },
    reset: nothing,
    restore: nothing,
    dispose: nothing,
  }
  return handler as unknown as RequestHandler
}
