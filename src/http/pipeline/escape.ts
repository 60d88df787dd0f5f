// Escapes names where the reference puts them into URLs as a part of a path (server-http §2.8); elsewhere absolute-url.ts does.

/** Only letters, digits and `-_.~` stay: names in links of streams and subscriptions (streams-http §4.4). */
export const escapeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
