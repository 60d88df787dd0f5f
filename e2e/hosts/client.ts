// The interface of geteventstore-promise's HTTP client, as far as the tests use it: its own types exist only once it is installed.

interface ReadEvent {
  readonly eventType: string
  readonly eventNumber: number
  readonly data: unknown
}

interface Page {
  readonly events: readonly ReadEvent[]
  readonly isEndOfStream: boolean
  readonly nextEventNumber: number
}

interface NewEvent {
  readonly eventId: string
}

interface Taken {
  readonly entries: readonly {
    readonly event: { readonly eventType: string }
    ack(): Promise<unknown>
    nack(): Promise<unknown>
  }[]
  ackAll(): Promise<unknown>
}

interface ProjectionInfo {
  readonly name: string
  readonly status: string
}

export interface Client {
  ping(): Promise<unknown>
  checkStreamExists(stream: string): Promise<boolean>
  writeEvent(stream: string, type: string, data: object, metadata?: object, options?: { expectedVersion: number }): Promise<void>
  writeEvents(stream: string, events: readonly NewEvent[]): Promise<void>
  getEvents(stream: string): Promise<readonly ReadEvent[]>
  getAllStreamEvents(stream: string, chunkSize: number): Promise<readonly ReadEvent[]>
  readEventsForward(stream: string, from: number, count: number): Promise<Page>
  readEventsBackward(stream: string, from: number, count: number): Promise<Page>
  deleteStream(stream: string, hardDelete?: boolean): Promise<unknown>
  readonly admin: { scavenge(): Promise<unknown>; shutdown(): Promise<unknown> }
  readonly projections: {
    assert(name: string, query: string): Promise<unknown>
    start(name: string): Promise<unknown>
    stop(name: string): Promise<unknown>
    reset(name: string): Promise<unknown>
    remove(name: string): Promise<unknown>
    getState<T>(name: string, options?: { partition: string }): Promise<T>
    getResult<T>(name: string, options: object): Promise<T>
    getInfo(name: string, includeConfig?: boolean): Promise<ProjectionInfo | undefined>
    getAllProjectionsInfo(): Promise<{ readonly projections: readonly ProjectionInfo[] }>
    enableAll(): Promise<unknown>
    disableAll(): Promise<unknown>
  }
  readonly persistentSubscriptions: {
    assert(group: string, stream: string, options?: { maxRetryCount: number }): Promise<unknown>
    getEvents(group: string, stream: string, most?: number): Promise<Taken>
    getSubscriptionInfo(group: string, stream: string): Promise<unknown>
    getStreamSubscriptionsInfo(stream: string): Promise<unknown>
    getAllSubscriptionsInfo(): Promise<readonly { readonly groupName: string }[]>
    remove(group: string, stream: string): Promise<unknown>
  }
}

export interface Library {
  readonly HTTPClient: new (config: { hostname: string; port: number; credentials: { username: string; password: string } }) => Client
  readonly EventFactory: new () => { newEvent(type: string, data: object): NewEvent }
}
