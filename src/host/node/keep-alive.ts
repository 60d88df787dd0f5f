// Pings the clients of HTTP/2, and ends the connections of those that answer no more: a cut cable sends no end (grpc §1.1).

import type { ServerHttp2Session } from 'node:http2'

export interface KeepAlive {
  /** Milliseconds between two pings. A client that has not answered one when the next is due is gone. */
  readonly pingInterval: number
}

/** As the server does by default. */
export const keepAlive: KeepAlive = { pingInterval: 10_000 }

export function pingRegularly(session: ServerHttp2Session, { pingInterval }: KeepAlive): void {
  let isAwaited = false
  const next = (): void => {
    if (session.destroyed) return
    if (isAwaited) return session.destroy()
    isAwaited = session.ping((error) => {
      if (!error) isAwaited = false
    })
  }
  // A process that was busy, or stopped by a debugger, first reads the answers that have arrived meanwhile.
  const timer = setInterval(() => setImmediate(next), pingInterval)
  // The port keeps the process alive, and not its pings.
  timer.unref()
  session.once('close', () => clearInterval(timer))
}
