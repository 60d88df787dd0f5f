import { expect, test } from 'vitest'
import { defaultConfiguration } from '../group/configuration.ts'
import { addEntry, emptyDirectory, groupsOfStream, removeEntry, replaceEntry } from './directory.ts'

const entry = (stream: string, name: string, maxRetries = 10) => ({ stream, name, configuration: { ...defaultConfiguration, maxRetries } })

const directory = [entry('b', '2'), entry('a', '1'), entry('b', '1')].reduce(addEntry, emptyDirectory)

test('lists streams by their first group, groups by creation', () => {
  expect(directory.topics).toEqual([
    { stream: 'b', groups: ['2', '1'] },
    { stream: 'a', groups: ['1'] },
  ])
  expect(directory.entries.map(({ stream, name }) => stream + name)).toEqual(['b2', 'a1', 'b1'])
})

test('an update keeps the place', () => {
  const updated = replaceEntry(directory, entry('a', '1', 3))
  expect(updated.topics).toEqual(directory.topics)
  expect(updated.entries.map(({ configuration }) => configuration.maxRetries)).toEqual([10, 3, 10])
})

test('a group created again comes last of its stream, which keeps its place', () => {
  const again = addEntry(removeEntry(directory, entry('b', '2')), entry('b', '2'))
  expect(again.topics[0]).toEqual({ stream: 'b', groups: ['1', '2'] })
  expect(again.entries.map(({ stream, name }) => stream + name)).toEqual(['a1', 'b1', 'b2'])
})

test('a stream without groups left is known all the same', () => {
  expect(groupsOfStream(removeEntry(directory, entry('a', '1')), 'a')).toEqual([])
  expect(groupsOfStream(directory, 'c')).toBeUndefined()
})
