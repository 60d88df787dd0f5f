// The form of a fault's reason where the server's ends with a stack trace.

/** The server's reasons for unexpected errors end with a stack trace; one line stands for it (projections-http §7.7). */
export const withStackTrace = (message: string): string => `${message}\r\n   at Rillbox`
