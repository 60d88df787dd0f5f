// Escapes names for the two ways in which the reference puts them into URLs (server-http §2.8).

/** Only letters, digits and `-_.~` stay: names in links of streams and subscriptions (streams-http §4.4). */
export const escapeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** What a URL may hold stays, `/` included: `Location` of groups, links of users. */
export const escapePath = (path: string): string => encodeURI(path.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23')
