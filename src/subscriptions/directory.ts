// Keeps which groups there are, and in which orders lists and the stored configuration name them (server-http §10.8, §10.9).

import type { GroupConfiguration } from './configuration.ts'

/** A group as the stored configuration knows it. */
export interface GroupEntry {
  readonly stream: string
  readonly name: string
  readonly configuration: GroupConfiguration
}

/** A stream that has, or since the last restart had, a group. */
export interface SubscriptionTopic {
  readonly stream: string
  /** Names of its groups in order of creation; a group created again comes last. */
  readonly groups: readonly string[]
}

export interface Directory {
  /** False after a restart that found a configuration nobody can read: until the store is opened again there are no groups. */
  readonly running: boolean
  /** In the order in which the streams got their first group; one whose last group was deleted keeps its place. */
  readonly topics: readonly SubscriptionTopic[]
  /** In order of creation; an update keeps the place. */
  readonly entries: readonly GroupEntry[]
}

export const emptyDirectory: Directory = { running: true, topics: [], entries: [] }

const isOf =
  ({ stream, name }: Pick<GroupEntry, 'stream' | 'name'>) =>
  (entry: GroupEntry): boolean =>
    entry.stream === stream && entry.name === name

/** Adds a group that is not there yet. */
export const addEntry = (directory: Directory, entry: GroupEntry): Directory => ({
  ...directory,
  topics: addToTopic(directory.topics, entry),
  entries: [...directory.entries, entry],
})

function addToTopic(topics: readonly SubscriptionTopic[], { stream, name }: GroupEntry): readonly SubscriptionTopic[] {
  if (!topics.some((topic) => topic.stream === stream)) return [...topics, { stream, groups: [name] }]
  return topics.map((topic) => (topic.stream === stream ? { stream, groups: [...topic.groups, name] } : topic))
}

/** Gives a group another configuration. */
export const replaceEntry = (directory: Directory, entry: GroupEntry): Directory => ({
  ...directory,
  entries: directory.entries.map((other) => (isOf(entry)(other) ? entry : other)),
})

export const removeEntry = (directory: Directory, group: Pick<GroupEntry, 'stream' | 'name'>): Directory => ({
  ...directory,
  topics: directory.topics.map((topic) =>
    topic.stream === group.stream ? { ...topic, groups: topic.groups.filter((name) => name !== group.name) } : topic,
  ),
  entries: directory.entries.filter((entry) => !isOf(group)(entry)),
})

/** @returns undefined where the stream has had no group since the last restart. */
export const groupsOfStream = ({ topics }: Directory, stream: string): readonly string[] | undefined =>
  topics.find((topic) => topic.stream === stream)?.groups
