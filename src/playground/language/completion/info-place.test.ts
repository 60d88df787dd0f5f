import { describe, expect, it } from 'vitest'
import { placeInfo } from './info-place.ts'

const space = { left: 0, right: 1000, top: 0, bottom: 800 }
const list = { left: 300, right: 500, top: 100, bottom: 200 }
const option = { left: 300, right: 500, top: 120, bottom: 140 }
const info = { left: 0, right: 250, top: 0, bottom: 40 }

describe('placeInfo', () => {
  it('stands on the right of the option', () => {
    expect(placeInfo(list, option, info, space)).toEqual({ style: 'top: 20px', class: 'cm-completionInfo-right' })
  })
  it('stands on the left where the right has no room', () => {
    expect(placeInfo(list, option, info, { ...space, right: 600 }).class).toBe('cm-completionInfo-left')
  })
  it('keeps to the space', () => {
    expect(placeInfo({ ...list, bottom: 150 }, option, info, { ...space, bottom: 150 }).style).toBe('top: 10px')
  })
  it('stands under the list where no side has room, and above it at the bottom', () => {
    const narrow = { ...space, left: 280, right: 520 }
    expect(placeInfo(list, option, info, narrow)).toEqual({
      style: 'top: 100%; left: 0; right: 0; width: auto; max-width: none',
      class: '',
    })
    expect(placeInfo(list, option, info, { ...narrow, bottom: 210 }).style).toMatch(/^bottom: 100%/)
  })
})
