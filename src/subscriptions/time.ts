// Prints moments in the events that the server itself writes.

/** @param time milliseconds since 1970. @returns e.g. `2026-01-31T10:20:30.123+00:00`: the local time of a server in UTC. */
export const printTime = (time: number): string => new Date(time).toISOString().replace(/(?:\.000|(\.\d+?)0*)Z$/, '$1+00:00')
