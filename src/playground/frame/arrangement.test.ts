import { describe, expect, test } from 'vitest'
import { arrange, isPanelName, titleOf, wordsOf } from './arrangement.ts'

const nothing = new Set<string>()
/** As for a scenario without a lesson, whose query does not log. */
const lesson = new Set(['lesson', 'log'])

describe('the arrangement', () => {
  test('where there is room shows the query beside its result, and the rest as tabs', () => {
    expect(arrange(lesson, true, [])).toEqual({
      beside: ['editor', 'result'],
      tabs: ['streams', 'map', 'requests', 'steps', 'compare'],
      open: 'streams',
    })
  })
  test('elsewhere has a tab for each panel', () => {
    const tabs = ['lesson', 'editor', 'result', 'log', 'streams', 'map', 'requests', 'steps', 'compare']
    expect(arrange(nothing, false, [])).toEqual({ beside: [], tabs, open: 'lesson' })
  })
  test('opens the log on request only', () => {
    const withLog = new Set(['lesson'])
    expect(arrange(withLog, true, [])).toMatchObject({ tabs: ['log', 'streams', 'map', 'requests', 'steps', 'compare'], open: 'streams' })
    expect(arrange(withLog, true, ['log']).open).toBe('log')
  })
  test('opens the tab asked for last, of the existing ones', () => {
    expect(arrange(nothing, true, ['result', 'steps', 'requests']).open).toBe('steps')
    expect(arrange(nothing, false, ['result', 'steps']).open).toBe('result')
    expect(arrange(new Set(['steps', ...lesson]), true, ['steps']).open).toBe('streams')
  })
  test('leaves out hidden panels', () => {
    expect(arrange(wordsOf('requests, steps streams lesson map log'), true, [])).toEqual({
      beside: ['editor', 'result'],
      tabs: [],
      open: undefined,
    })
    expect(arrange(wordsOf('editor'), true, []).beside).toEqual(['result'])
  })
})

test('words are told apart by spaces and commas', () => {
  expect([...wordsOf(' editor,streams\n steps ')]).toEqual(['editor', 'streams', 'steps'])
  expect([...wordsOf(undefined)]).toEqual([])
})

test('names of panels are known', () => {
  expect(['editor', 'query', undefined].map(isPanelName)).toEqual([true, false, false])
})

test('a title comes from the page, the scenario, or the name of its file', () => {
  expect(titleOf('Mine', 'Its own', 'x.json')).toBe('Mine')
  expect(titleOf(null, 'Its own', 'x.json')).toBe('Its own')
  expect(titleOf(null, undefined, './scenarios/shopping-cart.json?v=1')).toBe('Shopping cart')
  expect(titleOf('', undefined, undefined)).toBe('Playground')
})
