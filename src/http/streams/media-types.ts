// The media types that routes of streams read and write, in the reference's order (streams-http §6.1).

export const atomXml = 'application/atom+xml'
export const atomJson = 'application/vnd.eventstore.atom+json'
export const json = 'application/json'
export const textXml = 'text/xml'
export const xml = 'application/xml'
export const eventXml = 'application/vnd.eventstore.event+xml'
export const eventJson = 'application/vnd.eventstore.event+json'
export const eventsXml = 'application/vnd.eventstore.events+xml'
export const eventsJson = 'application/vnd.eventstore.events+json'
export const description = 'application/vnd.eventstore.streamdesc+json'
export const bytes = 'application/octet-stream'
export const html = 'text/html'
export const competingXml = 'application/vnd.eventstore.competingatom+xml'
export const competingJson = 'application/vnd.eventstore.competingatom+json'

/** What a page is written as, the default first. */
export const feedTypes = [description, atomXml, atomJson, textXml, xml, json, eventXml, eventJson, eventsXml, eventsJson, html] as const

/** What one event is written as, the default first. */
export const eventTypes = [atomXml, atomJson, textXml, xml, json, eventXml, eventJson, bytes, html] as const

/** What events are posted as, and what the answer to a write pretends to be. */
export const writeTypes = [description, atomXml, atomJson, textXml, xml, json, eventXml, eventJson, eventsXml, eventsJson, bytes] as const

/** What one event with its id in the path is posted as. */
export const incomingTypes = [atomXml, atomJson, textXml, xml, json] as const

/** What messages of subscriptions are written as, the default first. */
export const competingTypes = [competingXml, competingJson] as const

/** Bodies that hold the data of one event, so that its type and id come with the headers. */
export const isBareData = (type: string): boolean => type === json || type === textXml || type === xml || type === bytes

/** Bodies that hold a list of events in JSON. */
export const isJsonList = (type: string): boolean => type === eventsJson || type === eventJson || type === atomJson

/** Bodies that hold a list of events in XML. */
export const isXmlList = (type: string): boolean => type === eventsXml || type === eventXml || type === atomXml

/** Pages of these types are Atom feeds in XML; all others, `text/html` aside, are the same in JSON. */
export const isFeedXml = (type: string): boolean =>
  type === atomXml || type === textXml || type === xml || type === eventXml || type === eventsXml || type === competingXml
