import { describe, expect, test } from 'vitest'
import { arrange, isPanelName, tabForKey, titleOf, wordsOf } from './arrangement.ts'

const nothing = new Set<string>()

describe('the arrangement', () => {
  test('where there is room shows the query beside its result, and the rest as tabs', () => {
    expect(arrange(nothing, true, [])).toEqual({ beside: ['editor', 'result'], tabs: ['streams', 'requests', 'steps'], open: 'streams' })
  })
  test('elsewhere has a tab for each panel', () => {
    const tabs = ['editor', 'result', 'streams', 'requests', 'steps']
    expect(arrange(nothing, false, [])).toEqual({ beside: [], tabs, open: 'editor' })
  })
  test('opens the tab that was asked for last, of those that are there', () => {
    expect(arrange(nothing, true, ['result', 'steps', 'requests']).open).toBe('steps')
    expect(arrange(nothing, false, ['result', 'steps']).open).toBe('result')
    expect(arrange(new Set(['steps']), true, ['steps']).open).toBe('streams')
  })
  test('leaves out what is hidden', () => {
    expect(arrange(wordsOf('requests, steps streams'), true, [])).toEqual({ beside: ['editor', 'result'], tabs: [], open: undefined })
    expect(arrange(wordsOf('editor'), true, []).beside).toEqual(['result'])
  })
})

test('words are told apart by spaces and commas', () => {
  expect([...wordsOf(' editor,streams\n steps ')]).toEqual(['editor', 'streams', 'steps'])
  expect([...wordsOf(undefined)]).toEqual([])
})

test('arrows lead around the tabs, Home and End to the ends, other keys nowhere', () => {
  const tabs = ['a', 'b', 'c']
  const reached = ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'x'].map((key) => tabForKey(tabs, 'c', key))
  expect(reached).toEqual(['a', 'b', 'a', 'c', undefined])
  expect(tabForKey(tabs, 'a', 'ArrowLeft')).toBe('c')
})

test('names of panels are known', () => {
  expect(['editor', 'query', undefined].map(isPanelName)).toEqual([true, false, false])
})

test('a title is what the page says, what the scenario says, or the name of its file', () => {
  expect(titleOf('Mine', 'Its own', 'x.json')).toBe('Mine')
  expect(titleOf(null, 'Its own', 'x.json')).toBe('Its own')
  expect(titleOf(null, undefined, './scenarios/shopping-cart.json?v=1')).toBe('Shopping cart')
  expect(titleOf('', undefined, undefined)).toBe('Playground')
})
