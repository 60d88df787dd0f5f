// The page that sends a browser on to the administration pages (streams-http §7.5).

/** @param place what stands behind `#/streams/`. */
export const redirectPage = (place: string): string =>
  `<!DOCTYPE html>\n<html><head><title>Redirecting</title></head><body><script>` +
  `location.replace(${JSON.stringify(`/web/index.html#/streams/${place}`).replaceAll('<', '\\u003c')})</script></body></html>`
