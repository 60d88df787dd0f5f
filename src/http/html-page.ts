// The page that sends a browser on to the administration pages (streams-http §7.5).

import { basePathOf } from './base-url.ts'
import type { Exchange } from './exchange.ts'

/** @param place what stands behind `#/streams/`. */
export function redirectPage(exchange: Exchange, place: string): string {
  const target = JSON.stringify(`${basePathOf(exchange.requestBase)}/web/index.html#/streams/${place}`).replaceAll('<', '\\u003c')
  return `<!DOCTYPE html>\n<html><head><title>Redirecting</title></head><body><script>location.replace(${target})</script></body></html>`
}
