// Reads the deadline of a call (grpc §1.2).

const milliseconds: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** @param header `grpc-timeout`, e.g. `250m`. @returns milliseconds; undefined if there is none that can be read. */
export function readTimeout(header: string | undefined): number | undefined {
  const [, digits, unit] = /^(\d{1,8})([HMSmun])$/.exec(header ?? '') ?? []
  return digits === undefined ? undefined : Number(digits) * milliseconds[unit!]!
}
