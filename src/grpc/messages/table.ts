// The messages of every service as one table of names, numbers and types (grpc §3); field names are those of the protos, in camel case.

/**
 * A field is `number type`; `*` in front of the type repeats it, `?` tells an absent number from 0, `{}` around it is a map from texts.
 * `[number, {…}]` is a message of its own, an object without a number a choice of which one field at most is set.
 */
const streamOption = { streamIdentifier: '1 StreamIdentifier' } as const
const empty = {} as const

const position = { commitPosition: '1 uint64', preparePosition: '2 uint64' } as const
const expectation = { revision: '2 uint64', noStream: '3 Empty', any: '4 Empty', streamExists: '5 Empty' } as const
const writeOptions = [1, { ...streamOption, expectedStreamRevision: expectation }] as const
const eventFilter = {
  filter: { streamIdentifier: '1 FilterExpression', eventType: '2 FilterExpression' },
  window: { max: '3 uint32', count: '4 Empty' },
  checkpointIntervalMultiplier: '5 uint32',
} as const
const newEvent = { id: '1 UUID', metadata: '2 {string}', customMetadata: '3 bytes', data: '4 bytes' } as const
const deletion = { positionOption: { position: '1 Position', noPosition: '2 Empty' } } as const
const named = [1, { name: '1 string' }] as const
const login = [1, { loginName: '1 string' }] as const
const account = { loginName: '1 string', password: '2 string', fullName: '3 string', groups: '4 *string' } as const
const atEnd = {
  timestamp: '1 Timestamp',
  streamRevision: '2 ?int64',
  position: '3 Position',
} as const
const groupSettings = {
  resolveLinks: '1 bool',
  revision: '2 uint64',
  extraStatistics: '3 bool',
  messageTimeout: { messageTimeoutTicks: '4 int64', messageTimeoutMs: '14 int32' },
  maxRetryCount: '5 int32',
  checkpointAfter: { checkpointAfterTicks: '6 int64', checkpointAfterMs: '15 int32' },
  minCheckpointCount: '7 int32',
  maxCheckpointCount: '8 int32',
  maxSubscriberCount: '9 int32',
  liveBufferSize: '10 int32',
  readBatchSize: '11 int32',
  historyBufferSize: '12 int32',
  namedConsumerStrategy: '13 int32',
  consumerStrategy: '16 string',
} as const
const groupOfStream = [4, { ...streamOption, revisionOption: { revision: '2 uint64', start: '3 Empty', end: '4 Empty' } }] as const
const startInAll = { position: '1 Position', start: '2 Empty', end: '3 Empty' } as const

export const messages = {
  Empty: empty,
  UUID: { value: { structured: [1, { mostSignificantBits: '1 int64', leastSignificantBits: '2 int64' }], string: '2 string' } },
  StreamIdentifier: { streamName: '3 bytes' },
  Position: position,
  Timestamp: { seconds: '1 int64', nanos: '2 int32' },
  Duration: { seconds: '1 int64', nanos: '2 int32' },
  Any: { typeUrl: '1 string', value: '2 bytes' },
  Status: { code: '1 int32', message: '2 string', details: '3 *Any' },
  ErrorInfo: { reason: '1 string', domain: '2 string' },
  BadRequest: { fieldViolations: '1 *FieldViolation' },
  FieldViolation: { field: '1 string', description: '2 string' },
  Value: {
    kind: {
      nullValue: '1 int32',
      numberValue: '2 double',
      stringValue: '3 string',
      boolValue: '4 bool',
      structValue: '5 Struct',
      listValue: '6 ListValue',
    },
  },
  Struct: { fields: '1 {Value}' },
  ListValue: { values: '1 *Value' },
  FilterExpression: { regex: '1 string', prefix: '2 *string' },

  'errors.WrongExpectedVersion': {
    currentStreamRevisionOption: { currentStreamRevision: '1 uint64', currentNoStream: '2 Empty' },
    expectedStreamPositionOption: {
      expectedStreamPosition: '3 uint64',
      expectedAny: '4 Empty',
      expectedStreamExists: '5 Empty',
      expectedNoStream: '6 Empty',
    },
  },
  'errors.AccessDenied': empty,
  'errors.StreamDeleted': streamOption,
  'errors.Timeout': empty,
  'errors.Unknown': empty,
  'errors.MaximumAppendSizeExceeded': { maxAppendSize: '1 uint32' },
  'errors.MaximumAppendEventSizeExceeded': { eventId: '1 string', proposedEventSize: '2 uint32', maxAppendEventSize: '3 uint32' },
  'errors.BadRequest': { message: '1 string' },

  'features.SupportedMethods': {
    methods: '1 *features.SupportedMethod',
    eventStoreServerVersion: '2 string',
  },
  'features.SupportedMethod': { methodName: '1 string', serviceName: '2 string', features: '3 *string' },

  'gossip.ClusterInfo': { members: '1 *gossip.MemberInfo' },
  'gossip.MemberInfo': {
    instanceId: '1 UUID',
    timeStamp: '2 int64',
    state: '3 int32',
    isAlive: '4 bool',
    httpEndPoint: [5, { address: '1 string', port: '2 uint32' }],
  },

  'streams.ReadReq': {
    options: [
      1,
      {
        streamOption: {
          stream: [1, { ...streamOption, revisionOption: { revision: '2 uint64', start: '3 Empty', end: '4 Empty' } }],
          all: [2, { allOption: startInAll }],
        },
        readDirection: '3 int32',
        resolveLinks: '4 bool',
        countOption: { count: '5 uint64', subscription: '6 Empty' },
        filterOption: { filter: [7, eventFilter], noFilter: '8 Empty' },
        uuidOption: [9, { content: { structured: '1 Empty', string: '2 Empty' } }],
        controlOption: [10, { compatibility: '1 uint32' }],
      },
    ],
  },
  'streams.ReadResp': {
    content: {
      event: '1 ReadEvent',
      confirmation: [2, { subscriptionId: '1 string' }],
      checkpoint: [3, { ...position, timestamp: '3 Timestamp' }],
      streamNotFound: [4, streamOption],
      firstStreamPosition: '5 uint64',
      lastStreamPosition: '6 uint64',
      lastAllStreamPosition: '7 Position',
      caughtUp: [8, atEnd],
      fellBehind: [9, atEnd],
    },
  },
  ReadEvent: {
    event: '1 RecordedEvent',
    link: '2 RecordedEvent',
    position: { commitPosition: '3 uint64', noPosition: '4 Empty' },
  },
  RecordedEvent: {
    id: '1 UUID',
    streamIdentifier: '2 StreamIdentifier',
    streamRevision: '3 uint64',
    preparePosition: '4 uint64',
    commitPosition: '5 uint64',
    metadata: '6 {string}',
    customMetadata: '7 bytes',
    data: '8 bytes',
  },
  'streams.AppendReq': { content: { options: writeOptions, proposedMessage: [2, newEvent] } },
  'streams.AppendResp': {
    result: {
      success: [
        1,
        {
          currentRevisionOption: { currentRevision: '1 uint64', noStream: '2 Empty' },
          positionOption: { position: '3 Position', noPosition: '4 Empty' },
        },
      ],
      wrongExpectedVersion: [
        2,
        {
          currentRevisionOption2060: { currentRevision2060: '1 uint64', noStream2060: '2 Empty' },
          expectedRevisionOption2060: { expectedRevision2060: '3 uint64', any2060: '4 Empty', streamExists2060: '5 Empty' },
          currentRevisionOption: { currentRevision: '6 uint64', currentNoStream: '7 Empty' },
          expectedRevisionOption: {
            expectedRevision: '8 uint64',
            expectedAny: '9 Empty',
            expectedStreamExists: '10 Empty',
            expectedNoStream: '11 Empty',
          },
        },
      ],
    },
  },
  'streams.BatchAppendReq': {
    correlationId: '1 UUID',
    options: [
      2,
      {
        ...streamOption,
        expectedStreamPosition: { streamPosition: '2 uint64', noStream: '3 Empty', any: '4 Empty', streamExists: '5 Empty' },
        deadlineOption: { deadline2110: '6 Timestamp', deadline: '7 Duration' },
      },
    ],
    proposedMessages: '3 *streams.ProposedMessage',
    isFinal: '4 bool',
  },
  'streams.ProposedMessage': newEvent,
  'streams.BatchAppendResp': {
    correlationId: '1 UUID',
    result: {
      error: '2 Status',
      success: [
        3,
        {
          currentRevisionOption: { currentRevision: '1 uint64', noStream: '2 Empty' },
          positionOption: { position: '3 Position', noPosition: '4 Empty' },
        },
      ],
    },
    streamIdentifier: '4 StreamIdentifier',
  },
  'streams.DeleteReq': { options: writeOptions },
  'streams.DeleteResp': deletion,

  'projections.CreateReq': {
    options: [
      1,
      {
        mode: {
          oneTime: '1 Empty',
          transient: [2, { name: '1 string' }],
          continuous: [3, { name: '1 string', emitEnabled: '2 bool', trackEmittedStreams: '3 bool' }],
        },
        query: '4 string',
        engineVersion: '5 int32',
      },
    ],
  },
  'projections.UpdateReq': {
    options: [1, { name: '1 string', query: '2 string', emitOption: { emitEnabled: '3 bool', noEmitOptions: '4 Empty' } }],
  },
  'projections.DeleteReq': {
    options: [1, { name: '1 string', deleteEmittedStreams: '2 bool', deleteStateStream: '3 bool', deleteCheckpointStream: '4 bool' }],
  },
  'projections.StatisticsReq': {
    options: [1, { mode: { name: '1 string', all: '2 Empty', transient: '3 Empty', continuous: '4 Empty', oneTime: '5 Empty' } }],
  },
  'projections.StatisticsResp': {
    details: [
      1,
      {
        coreProcessingTime: '1 int64',
        version: '2 int64',
        epoch: '3 int64',
        effectiveName: '4 string',
        writesInProgress: '5 int32',
        readsInProgress: '6 int32',
        partitionsCached: '7 int32',
        status: '8 string',
        stateReason: '9 string',
        name: '10 string',
        mode: '11 string',
        position: '12 string',
        progress: '13 float',
        lastCheckpoint: '14 string',
        eventsProcessedAfterRestart: '15 int64',
        checkpointStatus: '16 string',
        bufferedEvents: '17 int64',
        writePendingEventsBeforeCheckpoint: '18 int32',
        writePendingEventsAfterCheckpoint: '19 int32',
      },
    ],
  },
  'projections.WriteCheckpointReq': { options: [1, { name: '1 string', writeCheckpoint: '2 bool' }] },
  'projections.EnableReq': { options: named },
  'projections.StateReq': { options: [1, { name: '1 string', partition: '2 string' }] },
  'projections.StateResp': { state: '1 Value' },

  'users.CreateReq': { options: [1, account] },
  'users.LoginReq': { options: login },
  'users.DetailsResp': {
    userDetails: [
      1,
      {
        loginName: '1 string',
        fullName: '2 string',
        groups: '3 *string',
        lastUpdated: [4, { ticksSinceEpoch: '1 int64' }],
        disabled: '5 bool',
      },
    ],
  },
  'users.ChangePasswordReq': { options: [1, { loginName: '1 string', currentPassword: '2 string', newPassword: '3 string' }] },
  'users.ResetPasswordReq': { options: [1, { loginName: '1 string', newPassword: '2 string' }] },

  'operations.StartScavengeReq': { options: [1, { threadCount: '1 int32', startFromChunk: '2 int32' }] },
  'operations.StopScavengeReq': { options: [1, { scavengeId: '1 string' }] },
  'operations.ScavengeResp': { scavengeId: '1 string', scavengeResult: '2 int32' },
  'operations.SetNodePriorityReq': { priority: '1 int32' },

  'monitoring.StatsReq': { useMetadata: '1 bool', refreshTimePeriodInMs: '4 uint64' },
  'monitoring.StatsResp': { stats: '1 {string}' },

  'groups.CreateReq': {
    options: [
      1,
      {
        streamIdentifier: '1 StreamIdentifier',
        groupName: '2 string',
        settings: [3, groupSettings],
        streamOption: {
          stream: groupOfStream,
          all: [5, { allOption: startInAll, filterOption: { filter: [4, eventFilter], noFilter: '5 Empty' } }],
        },
      },
    ],
  },
  'groups.UpdateReq': {
    options: [
      1,
      {
        streamIdentifier: '1 StreamIdentifier',
        groupName: '2 string',
        settings: [3, groupSettings],
        streamOption: { stream: groupOfStream, all: [5, { allOption: startInAll }] },
      },
    ],
  },
  'groups.DeleteReq': {
    options: [1, { streamOption: { streamIdentifier: '1 StreamIdentifier', all: '3 Empty' }, groupName: '2 string' }],
  },
  'groups.GetInfoReq': {
    options: [1, { streamOption: { streamIdentifier: '1 StreamIdentifier', all: '2 Empty' }, groupName: '3 string' }],
  },
  'groups.GetInfoResp': { subscriptionInfo: '1 groups.Info' },
  'groups.ListReq': {
    options: [
      1,
      {
        listOption: {
          listAllSubscriptions: '1 Empty',
          listForStream: [2, { streamOption: { stream: '1 StreamIdentifier', all: '2 Empty' } }],
        },
      },
    ],
  },
  'groups.ListResp': { subscriptions: '1 *groups.Info' },
  'groups.ParkedReq': {
    options: [
      1,
      {
        groupName: '1 string',
        streamOption: { streamIdentifier: '2 StreamIdentifier', all: '3 Empty' },
        stopAtOption: { stopAt: '4 int64', noLimit: '5 Empty' },
      },
    ],
  },
  'groups.Info': {
    eventSource: '1 string',
    groupName: '2 string',
    status: '3 string',
    connections: '4 *groups.ConnectionInfo',
    averagePerSecond: '5 int32',
    totalItems: '6 int64',
    countSinceLastMeasurement: '7 int64',
    lastCheckpointedEventPosition: '8 string',
    lastKnownEventPosition: '9 string',
    resolveLinkTos: '10 bool',
    startFrom: '11 string',
    messageTimeoutMilliseconds: '12 int32',
    extraStatistics: '13 bool',
    maxRetryCount: '14 int32',
    liveBufferSize: '15 int32',
    bufferSize: '16 int32',
    readBatchSize: '17 int32',
    checkPointAfterMilliseconds: '18 int32',
    minCheckPointCount: '19 int32',
    maxCheckPointCount: '20 int32',
    readBufferCount: '21 int32',
    liveBufferCount: '22 int64',
    retryBufferCount: '23 int32',
    totalInFlightMessages: '24 int32',
    outstandingMessagesCount: '25 int32',
    namedConsumerStrategy: '26 string',
    maxSubscriberCount: '27 int32',
    parkedMessageCount: '28 int64',
  },
  'groups.ConnectionInfo': {
    from: '1 string',
    username: '2 string',
    averageItemsPerSecond: '3 int32',
    totalItems: '4 int64',
    countSinceLastMeasurement: '5 int64',
    observedMeasurements: '6 *groups.Measurement',
    availableSlots: '7 int32',
    inFlightMessages: '8 int32',
    connectionName: '9 string',
  },
  'groups.Measurement': { key: '1 string', value: '2 int64' },
  'groups.ReadReq': {
    content: {
      options: [
        1,
        {
          streamOption: { streamIdentifier: '1 StreamIdentifier', all: '5 Empty' },
          groupName: '2 string',
          bufferSize: '3 int32',
          uuidOption: [4, { content: { structured: '1 Empty', string: '2 Empty' } }],
        },
      ],
      ack: [2, { id: '1 bytes', ids: '2 *UUID' }],
      nack: [3, { id: '1 bytes', ids: '2 *UUID', action: '3 int32', reason: '4 string' }],
    },
  },
  'groups.ReadResp': {
    content: {
      event: [
        1,
        {
          event: '1 RecordedEvent',
          link: '2 RecordedEvent',
          position: { commitPosition: '3 uint64', noPosition: '4 Empty' },
          count: { retryCount: '5 int32', noRetryCount: '6 Empty' },
        },
      ],
      subscriptionConfirmation: [2, { subscriptionId: '1 string' }],
    },
  },

  'v2.AppendRequest': { stream: '1 string', records: '2 *v2.AppendRecord', expectedRevision: '3 ?sint64' },
  'v2.AppendRecord': {
    recordId: '1 ?string',
    properties: '2 {Value}',
    schema: [3, { format: '1 int32', name: '2 string', id: '3 ?string' }],
    data: '4 bytes',
    stream: '5 string',
  },
  'v2.AppendSessionResponse': { output: '1 *v2.AppendResponse', position: '2 sint64' },
  'v2.AppendResponse': { stream: '1 string', streamRevision: '2 sint64', position: '3 ?sint64' },
  'v2.AppendRecordsRequest': {
    records: '1 *v2.AppendRecord',
    checks: '2 *v2.ConsistencyCheck',
  },
  'v2.ConsistencyCheck': { type: { streamState: [1, { stream: '1 string', expectedState: '2 sint64' }] } },
  'v2.AppendRecordsResponse': { revisions: '1 *v2.StreamRevision', position: '2 sint64' },
  'v2.StreamRevision': { stream: '1 string', revision: '2 sint64' },
  'v2.errors.Stream': { stream: '1 string' },
  'v2.errors.RevisionConflict': { stream: '1 string', expectedRevision: '2 sint64', actualRevision: '3 sint64' },
  'v2.errors.RecordSizeExceeded': { stream: '1 string', recordId: '2 string', size: '3 int32', maxSize: '4 int32' },
  'v2.errors.TransactionSizeExceeded': { size: '1 int32', maxSize: '2 int32' },
  'v2.errors.ConsistencyViolation': { violations: '1 *v2.errors.Violation' },
  'v2.errors.Violation': {
    checkIndex: '1 int32',
    type: { streamState: [2, { stream: '1 string', expectedState: '2 sint64', actualState: '3 sint64' }] },
  },
} as const
