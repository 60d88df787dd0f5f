// Tells which hosts no page of a stranger can have: those of this machine, and addresses. The guards of a port rest on it.

/** Names and addresses of this machine, which no stranger can give to a page of theirs. @param hostname as URLs have it, IPv6 in brackets. */
export const isLoopback = (hostname: string): boolean => /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** A page can give a name to its host, but no address: nothing would lead from its own server to this one. */
export const isAddress = (hostname: string): boolean => /^(?:\d+(?:\.\d+){3}|\[.*\])$/.test(hostname)
