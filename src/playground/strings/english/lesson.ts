// English texts of the lesson.

import { replaceable } from '../texts.ts'

export const lesson = replaceable('lesson', {
  waiting: 'Waiting for the store.',
  noSteps: 'Append events to a stream, or write a query and run it.',
  next: (title: string) => `Next: ${title}`,
  sending: 'Sending …',
  kept: 'Done.',
  tick: 'Mark as done',
  request: 'Request',
  /** Labels of the buttons that send requests. */
  sends: {
    append: (type: string, data: string) => `Append ${type} ${data}`.trimEnd(),
    appendSeveral: (count: number, stream: string) => `Append ${count} events to ${stream}`,
    setMetadata: (stream: string, metadata: string) => `Set the metadata of ${stream} to ${metadata}`,
    deleteStream: (stream: string) => `Delete ${stream}`,
    deleteForGood: (stream: string) => `Delete ${stream} for good`,
    read: (place: string) => `Read ${place}`,
    command: (command: string, projection: string) => `${command[0]!.toUpperCase()}${command.slice(1)} ${projection}`,
    saveQuery: (projection: string) => `Update the query of ${projection}`,
    deleteProjection: (projection: string) => `Delete the projection ${projection}`,
    createProjection: (projection: string) => `Create the projection ${projection}`,
  },
  /** Promises about the store; the arguments are elements. */
  hasEvents: (stream: unknown, count: number) => [
    stream,
    count === 0 ? ' has no events to read' : count === 1 ? ' has one event' : ` has ${count} events`,
  ],
  hasFailed: (projection: unknown, fault: unknown) => [projection, ' has failed: ', fault],
  isState: (name: unknown, state: unknown) => [name, ' is ', state],
  /** What the store has instead of a promise. */
  found: (instead: string) => `Found: ${instead}`,
  noResponse: 'no response',
  status: (status: number) => `status ${status}`,
  reason: (reason: string) => `the reason "${reason}"`,
  state: (state: string) => `the state ${state}`,
  events: (events: string) => `the events ${events}`,
})
