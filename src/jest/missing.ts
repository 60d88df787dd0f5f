// Decides which globals of Node an environment like jsdom gets, and makes both work together.

type Globals = Record<string, unknown>

/** Added only where missing: jsdom's own globals stay. */
const names = [
  'AbortController',
  'AbortSignal',
  'BroadcastChannel',
  'ByteLengthQueuingStrategy',
  'CompressionStream',
  'CountQueuingStrategy',
  'DecompressionStream',
  'Headers',
  'MessageChannel',
  'ReadableStream',
  'Response',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoder',
  'TextEncoderStream',
  'TransformStream',
  'WritableStream',
  'structuredClone',
]

type RequestTarget = ConstructorParameters<typeof Request>[0]

/**
 * @param target globals of the test's environment.
 * @param node globals of Node's own realm.
 */
export function bringMissing(target: object, node: typeof globalThis): void {
  const define = (name: string, value: unknown): void => {
    if (value !== undefined && !(name in target)) redefine(target, name, value)
  }
  for (const name of names) define(name, (node as unknown as Globals)[name])
  // An older jsdom has only `getRandomValues`.
  const { crypto } = target as { readonly crypto?: typeof node.crypto }
  if (typeof crypto?.randomUUID !== 'function') redefine(target, 'crypto', node.crypto)
  const { location } = target as { readonly location?: { readonly href: string } }
  /** As in a page: relative to its address. */
  const addressOf = (input: RequestTarget): RequestTarget =>
    typeof input === 'string' && location ? new node.URL(input, location.href).href : input
  const withSignal = (init: RequestInit | undefined): RequestInit | undefined =>
    init?.signal && !(init.signal instanceof node.AbortSignal) ? { ...init, signal: followed(init.signal, node) } : init

  define(
    'Request',
    class Request extends node.Request {
      constructor(input: RequestTarget, init?: RequestInit) {
        super(addressOf(input), withSignal(init))
      }
    },
  )
  define('fetch', (input: RequestTarget, init?: RequestInit) => node.fetch(addressOf(input), withSignal(init)))
}

const redefine = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, configurable: true, enumerable: false, writable: true })
}

/** Node's requests accept only signals of Node's class, jsdom's elements only those of jsdom's. */
function followed(signal: AbortSignal, node: typeof globalThis): AbortSignal {
  const controller = new node.AbortController()
  const abort = (): void => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}
