// The media types of routes of streams, in the server's order (streams-http §6.1). JSON types of other vendors mean the same as these.

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

const vendor = 'eventstore'

/** A type under the name that this file has for it. @param type of any vendor. */
export const plain = (type: string): string => type.replace(/^(application\/vnd\.)\w+(\.\w+\+json)$/, `$1${vendor}$2`)

/** Every name of each type, those of the first vendor in front. @param vendors of JSON types. */
export function namesOf(types: readonly string[], vendors: readonly string[]): string[] {
  const isVendors = (type: string): boolean => /^application\/vnd\.\w+\.\w+\+json$/.test(type)
  return types.flatMap((type) => (isVendors(type) ? vendors.map((name) => type.replace(`vnd.${vendor}.`, `vnd.${name}.`)) : [type]))
}

/** Types of a page, the default first. */
export const feedTypes = [description, atomXml, atomJson, textXml, xml, json, eventXml, eventJson, eventsXml, eventsJson, html] as const

/** Types of one event, the default first. */
export const eventTypes = [atomXml, atomJson, textXml, xml, json, eventXml, eventJson, bytes, html] as const

/** Types of posted events, and the declared types of the answer to a write. */
export const writeTypes = [description, atomXml, atomJson, textXml, xml, json, eventXml, eventJson, eventsXml, eventsJson, bytes] as const

/** Types of one posted event with its id in the path. */
export const incomingTypes = [atomXml, atomJson, textXml, xml, json] as const

/** Types of messages of subscriptions, the default first. */
export const competingTypes = [competingXml, competingJson] as const

/** Whether the body is the data of one event, with its type and id in headers. */
export const isBareData = (type: string): boolean => type === json || type === textXml || type === xml || type === bytes

/** Whether the body is a list of events in JSON. */
export const isJsonList = (type: string): boolean => type === eventsJson || type === eventJson || type === atomJson

/** Whether the body is a list of events in XML. */
export const isXmlList = (type: string): boolean => type === eventsXml || type === eventXml || type === atomXml

/** Whether a page of the type is an Atom feed in XML; all others but `text/html` are one in JSON. */
export const isFeedXml = (type: string): boolean =>
  type === atomXml || type === textXml || type === xml || type === eventXml || type === eventsXml || type === competingXml
