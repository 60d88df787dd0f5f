// Escapes names that the server inserts into URLs as path segments (server-http §2.8); absolute-url.ts does the others.

/** For links of streams and subscriptions: only letters, digits and `-_.~` stay (streams-http §4.4). */
export const escapeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
