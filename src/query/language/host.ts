// The functions that the host gives the session.

export interface HostFunctions {
  /** Runs the pending reactions of promises (`Sandbox.runJobs`). */
  runJobs(): void
  /** Lists an object's members as written (`Sandbox.orderNames`). */
  orderNames(object: object): string
  /** Stops the engine where its time is over (`Sandbox.checkTime`); costs as much as a handler or two. */
  checkTime(): void
}

/** Set when the session starts. */
export let host: HostFunctions

export function connectHost(functions: HostFunctions): void {
  host = functions
}
