// The members of an event as handlers get it (projection-language §9.1); since 26.1 there is `created` too.

export const eventMembers: readonly string[] = [
  'data',
  'body',
  'bodyRaw',
  'metadata',
  'metadataRaw',
  'linkMetadata',
  'linkMetadataRaw',
  'eventType',
  'streamId',
  'sequenceNumber',
  'eventId',
  'isJson',
  'partition',
  'category',
]
