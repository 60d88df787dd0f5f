// The requests that a check may make of a browser with any engine.

export const engineNames = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof engineNames)[number]

/** As documents call them. */
export const engineTitles: Readonly<Record<EngineName, string>> = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' }

export const isEngineName = (name: string): name is EngineName => (engineNames as readonly string[]).includes(name)

/** JSON goes into pages and comes back from them. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined }

/** One tab. Calls of one tab answer in their order; a call that takes longer than the browser's `patience` rejects. */
export interface Tab {
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>
  /** Resolves when the page has loaded again. */
  reload(): Promise<void>
  /**
   * Calls a function in the page and awaits it there.
   *
   * @param work is sent as text: it sees its arguments and the page's globals only.
   * @param given JSON.
   * @throws Error with the page's own error as its message, and where the page went away meanwhile.
   */
  evaluate<Given extends readonly Json[], Result>(work: (...given: Given) => Result | Promise<Result>, ...given: Given): Promise<Result>
  /** Brings the tab to the front: engines slow the timers of hidden tabs down. */
  show(): Promise<void>
  /** A PNG of the visible part. */
  screenshot(): Promise<Buffer>
  /** Presses and releases the mouse in the middle of an element, as a person does. */
  click(selector: string): Promise<void>
  /** Presses the keys of a text, in the focused element. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

export interface Browser {
  readonly engine: EngineName
  /** As the browser says it, e.g. `Firefox 153.7.0`. */
  readonly version: string
  /** Of the process to signal; its children die with it. */
  readonly pid: number
  /** Opens another tab. */
  page(url?: string): Promise<Tab>
  /** The messages and errors of the pages so far, with the level in front. WebKit's driver tells nothing. */
  readonly said: readonly string[]
  /** Ends the browser and removes a profile of its own. */
  close(): Promise<void>
  /** Ends all processes of the browser at once, as a crash would; the profile stays. */
  kill(): Promise<void>
}

export interface OpenOptions {
  /** Folder that keeps the data of all pages for the next browser that opens it; WebKit under automation keeps nothing. Default: a fresh one. */
  readonly profile?: string
  /** Bytes that a site may store, at least 10 MB. WebKit cannot be limited. Default: the browser's own limit. */
  readonly room?: number
  /** Opens a private window; WebKit under automation knows no other. Default: false. */
  readonly isPrivate?: boolean
  /** Milliseconds that one call of a tab may take. Default: 120,000. */
  readonly patience?: number
}

export const usualPatience = 120_000
