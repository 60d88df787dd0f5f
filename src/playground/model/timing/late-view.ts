// Loads the element inside a panel when it is first wanted, and tells the panel when it is there, or why not.

import type { ReactiveControllerHost } from 'lit'
import { html, nothing } from 'lit'
import { troubleOf } from '../trouble.ts'

export class LateView {
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'>
  readonly #define: () => Promise<void>
  /** An element that is rendered without its class would keep its properties to itself. */
  isLoaded = false
  /** Why it could not be loaded; empty where it could, or was not wanted yet. */
  trouble = ''

  /** @param defineElement imports the class and defines the element. */
  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>, defineElement: () => Promise<void>) {
    this.#host = host
    this.#define = defineElement
  }

  /** Loads the view with its first use. @param waiting the placeholder until then, and without content. */
  shown(content: () => unknown, waiting: unknown = nothing): unknown {
    if (this.trouble) return html`<p class="danger" role="alert">${this.trouble}</p>`
    if (!this.isLoaded) void this.load()
    return (this.isLoaded && content()) || waiting
  }

  /** Never rejects. */
  async load(): Promise<void> {
    if (this.isLoaded) return
    try {
      await this.#define()
      this.isLoaded = true
      this.trouble = ''
    } catch (error) {
      this.trouble = troubleOf(error).what
    }
    this.#host.requestUpdate()
  }
}
