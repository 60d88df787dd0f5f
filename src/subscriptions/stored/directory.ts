// The directory of all groups, with the orders in which lists and the stored configuration name them (server-http §10.8, §10.9).

import type { GroupConfiguration } from '../group/configuration.ts'
import type { GroupName } from '../group/group.ts'

/** A group in the stored configuration. */
export interface GroupEntry extends GroupName {
  readonly configuration: GroupConfiguration
}

/** A stream that has a group, or has had one since the last restart. */
export interface SubscriptionTopic {
  readonly stream: string
  /** Names of its groups in order of creation; a recreated group comes last. */
  readonly groups: readonly string[]
}

export interface Directory {
  /** False after a restart with an unreadable configuration: until the store is opened again there are no groups. */
  readonly running: boolean
  /** In the order of each stream's first group; a stream keeps its place when its last group is deleted. */
  readonly topics: readonly SubscriptionTopic[]
  /** In order of creation; an update keeps the place. */
  readonly entries: readonly GroupEntry[]
}

export const emptyDirectory: Directory = { running: true, topics: [], entries: [] }

const isOf =
  ({ stream, name }: GroupName) =>
  (entry: GroupEntry): boolean =>
    entry.stream === stream && entry.name === name

export const addEntry = (directory: Directory, entry: GroupEntry): Directory => ({
  ...directory,
  topics: addToTopic(directory.topics, entry),
  entries: [...directory.entries, entry],
})

function addToTopic(topics: readonly SubscriptionTopic[], { stream, name }: GroupEntry): readonly SubscriptionTopic[] {
  if (!topics.some((topic) => topic.stream === stream)) return [...topics, { stream, groups: [name] }]
  return topics.map((topic) => (topic.stream === stream ? { stream, groups: [...topic.groups, name] } : topic))
}

export const replaceEntry = (directory: Directory, entry: GroupEntry): Directory => ({
  ...directory,
  entries: directory.entries.map((other) => (isOf(entry)(other) ? entry : other)),
})

export const removeEntry = (directory: Directory, group: GroupName): Directory => ({
  ...directory,
  topics: directory.topics.map((topic) =>
    topic.stream === group.stream ? { ...topic, groups: topic.groups.filter((name) => name !== group.name) } : topic,
  ),
  entries: directory.entries.filter((entry) => !isOf(group)(entry)),
})

/** @returns undefined if the stream has had no group since the last restart. */
export const groupsOfStream = ({ topics }: Directory, stream: string): readonly string[] | undefined =>
  topics.find((topic) => topic.stream === stream)?.groups
