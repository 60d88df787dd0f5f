// What the core may use besides the language: what browsers, Workers and Node have alike. Extend it only by what all three have.

declare class Headers {
  constructor(init?: HeadersInit)
  append(name: string, value: string): void
  delete(name: string): void
  get(name: string): string | null
  has(name: string): boolean
  set(name: string, value: string): void
  forEach(callback: (value: string, name: string, headers: Headers) => void): void
  keys(): IterableIterator<string>
  entries(): IterableIterator<[string, string]>
  [Symbol.iterator](): IterableIterator<[string, string]>
}
type HeadersInit = Headers | readonly (readonly [string, string])[] | Readonly<Record<string, string>>

type BufferSource = ArrayBufferView | ArrayBuffer
type BodyInit = string | BufferSource | URLSearchParams | ReadableStream<Uint8Array>

interface ReadableStream<Chunk = unknown> {
  readonly locked: boolean
  cancel(reason?: unknown): Promise<void>
  getReader(): ReadableStreamReader<Chunk>
  tee(): [ReadableStream<Chunk>, ReadableStream<Chunk>]
}
interface ReadableStreamSource<Chunk> {
  readonly start?: (controller: ReadableStreamController<Chunk>) => void
  readonly pull?: (controller: ReadableStreamController<Chunk>) => Promise<void>
  readonly cancel?: () => Promise<void>
}
interface ReadableStreamController<Chunk> {
  enqueue(chunk: Chunk): void
  close(): void
}
declare const ReadableStream: {
  new <Chunk>(source: ReadableStreamSource<Chunk>, strategy?: { readonly highWaterMark?: number }): ReadableStream<Chunk>
}
interface ReadableStreamReader<Chunk> {
  read(): Promise<{ done: false; value: Chunk } | { done: true; value: undefined }>
  cancel(reason?: unknown): Promise<void>
  releaseLock(): void
}

interface Body {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null
  readonly bodyUsed: boolean
  arrayBuffer(): Promise<ArrayBuffer>
  json(): Promise<unknown>
  text(): Promise<string>
}

interface RequestInit {
  body?: BodyInit | null
  credentials?: 'include' | 'omit' | 'same-origin'
  headers?: HeadersInit
  method?: string
  mode?: string
  redirect?: 'error' | 'follow' | 'manual'
  signal?: AbortSignal | null
  /** Needed where the body is a stream. */
  duplex?: 'half'
}

interface Request extends Body {
  readonly credentials: 'include' | 'omit' | 'same-origin'
  readonly headers: Headers
  readonly method: string
  readonly mode: string
  readonly redirect: 'error' | 'follow' | 'manual'
  readonly referrer: string
  readonly signal: AbortSignal
  readonly url: string
  clone(): Request
}
declare const Request: { readonly prototype: Request; new (input: Request | URL | string, init?: RequestInit): Request }

interface ResponseInit {
  headers?: HeadersInit
  status?: number
  statusText?: string
}

interface Response extends Body {
  readonly headers: Headers
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly type: string
  readonly url: string
  clone(): Response
}
declare const Response: {
  readonly prototype: Response
  new (body?: BodyInit | null, init?: ResponseInit): Response
  error(): Response
  json(data: unknown, init?: ResponseInit): Response
}

declare class URL {
  constructor(url: string | URL, base?: string | URL)
  static canParse(url: string | URL, base?: string | URL): boolean
  hash: string
  host: string
  hostname: string
  href: string
  readonly origin: string
  pathname: string
  port: string
  protocol: string
  search: string
  readonly searchParams: URLSearchParams
}
declare class URLSearchParams {
  constructor(init?: string | Readonly<Record<string, string>> | readonly (readonly [string, string])[])
  append(name: string, value: string): void
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string): boolean
  set(name: string, value: string): void
  [Symbol.iterator](): IterableIterator<[string, string]>
}

interface Event {
  readonly type: string
}
declare class EventTarget {
  addEventListener(type: string, listener: (event: Event) => void, options?: { once?: boolean; signal?: AbortSignal }): void
  removeEventListener(type: string, listener: (event: Event) => void): void
}

declare class AbortSignal extends EventTarget {
  static any(signals: Iterable<AbortSignal>): AbortSignal
  static timeout(milliseconds: number): AbortSignal
  static abort(reason?: unknown): AbortSignal
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
}
declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare class DOMException extends Error {
  constructor(message?: string, name?: string)
  readonly code: number
}

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, target: Uint8Array): { read: number; written: number }
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: BufferSource, options?: { stream?: boolean }): string
}

declare class MessageChannel {
  readonly port1: MessagePort
  readonly port2: MessagePort
}
declare class MessagePort extends EventTarget {
  close(): void
  postMessage(message: unknown): void
  start(): void
}

declare const crypto: { getRandomValues<View extends ArrayBufferView>(view: View): View }
declare var performance: { now(): number }
declare const console: Readonly<Record<'debug' | 'error' | 'info' | 'log' | 'warn', (...values: readonly unknown[]) => void>>

declare function atob(text: string): string
declare function btoa(text: string): string
declare function queueMicrotask(callback: () => void): void
declare function structuredClone<Value>(value: Value): Value
/** A number in browsers, an object in Node. */
type Timer = number | { unref(): unknown }
declare function setTimeout(callback: () => void, milliseconds?: number): Timer
declare function clearTimeout(timer: Timer | undefined): void

declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>
  type Module = object
  const Module: new (bytes: BufferSource) => Module
  class Instance {
    constructor(module: Module, imports?: Imports)
    readonly exports: Readonly<Record<string, unknown>>
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  function instantiate(source: BufferSource, imports?: Imports): Promise<{ instance: Instance; module: Module }>
  function instantiate(module: Module, imports?: Imports): Promise<Instance>
}

declare class Blob {
  constructor(parts: readonly (Uint8Array<ArrayBuffer> | string)[])
  stream(): ReadableStream<Uint8Array> & { pipeThrough(transform: DecompressionStream): ReadableStream<Uint8Array> }
}
interface DecompressionStream {
  readonly readable: ReadableStream<Uint8Array>
}
declare const DecompressionStream: new (format: 'gzip' | 'deflate' | 'deflate-raw') => DecompressionStream

interface ImportMeta {
  /** Address of the module; bundlers may make it undefined. */
  readonly url: string
}
