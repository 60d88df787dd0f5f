import { describe, expect, it } from 'vitest'
import { chooseCredentials } from './credentials.ts'

const choose = (option: string | undefined, url: string, variable: string | undefined) =>
  chooseCredentials({ option, url: new URL(url), variable })
const chosen = (login: string, password: string) => ({ kind: 'chosen', credentials: { login, password } })

describe('chooseCredentials', () => {
  it('prefers the option to the URL, and the URL to the environment', () => {
    expect(choose('ann:1', 'http://bob:2@h', 'cy:3')).toEqual(chosen('ann', '1'))
    expect(choose(undefined, 'http://bob:2@h', 'cy:3')).toEqual(chosen('bob', '2'))
    expect(choose(undefined, 'http://h', 'cy:3')).toEqual(chosen('cy', '3'))
    expect(choose(undefined, 'http://h', '')).toEqual({ kind: 'chosen', credentials: undefined })
    expect(choose(undefined, 'http://h', undefined)).toEqual({ kind: 'chosen', credentials: undefined })
  })

  it('takes any password', () => {
    expect(choose('ann:a:b@c/%', 'http://h', undefined)).toEqual(chosen('ann', 'a:b@c/%'))
    expect(choose('ann:', 'http://h', undefined)).toEqual(chosen('ann', ''))
    expect(choose(undefined, 'http://ann:a%3Ab%40c@h', undefined)).toEqual(chosen('ann', 'a:b@c'))
    expect(choose(undefined, 'http://ann:100%@h', undefined)).toEqual(chosen('ann', '100%'))
  })

  it.each([
    ['--user', 'secret', undefined],
    ['--user', ':secret', undefined],
    ['RILLBOX_USER', undefined, 'secret'],
  ])('explains %s without printing a possible password', (from, option, variable) => {
    expect(choose(option, 'http://h', variable)).toEqual({ kind: 'problem', message: `${from} takes NAME:PASSWORD.` })
  })
})
