// Chooses the credentials for a server: --user first, then the URL, then RILLBOX_USER.

export interface Credentials {
  readonly login: string
  readonly password: string
}

export type ChosenCredentials =
  | { readonly kind: 'chosen'; readonly credentials: Credentials | undefined }
  /** The problem as a sentence, without the credentials themselves. */
  | { readonly kind: 'problem'; readonly message: string }

interface Given {
  /** Value of the option `--user`. */
  readonly option: string | undefined
  readonly url: Pick<URL, 'username' | 'password'>
  /** Value of `RILLBOX_USER`; an empty one counts as none. */
  readonly variable: string | undefined
}

export function chooseCredentials({ option, url, variable }: Given): ChosenCredentials {
  if (option !== undefined) return read('--user', option)
  if (url.username !== '' || url.password !== '')
    return { kind: 'chosen', credentials: { login: unescaped(url.username), password: unescaped(url.password) } }
  return variable === undefined || variable === '' ? { kind: 'chosen', credentials: undefined } : read('RILLBOX_USER', variable)
}

/** Passwords may contain colons, logins do not. */
function read(from: string, text: string): ChosenCredentials {
  const colon = text.indexOf(':')
  if (colon <= 0) return { kind: 'problem', message: `${from} takes NAME:PASSWORD.` }
  return { kind: 'chosen', credentials: { login: text.slice(0, colon), password: text.slice(colon + 1) } }
}

/** A URL may have a percent sign that escapes nothing. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
