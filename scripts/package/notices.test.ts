import { expect, test } from 'vitest'
import { listOf, noticeOf } from './notices.ts'

test('every licence stands in one comment that minifiers keep, with the packages that share its text', () => {
  const notice = noticeOf([
    { of: 'one 1.0.0', text: 'MIT\n\nby one\n' },
    { of: 'two 2.0.0', text: 'BSD */ by two' },
    { of: 'three 3.0.0', text: '\nMIT\n\nby one' },
  ])
  expect(notice).toBe(
    '/*!\nThis file contains parts of other packages.\n\none 1.0.0, three 3.0.0:\n\nMIT\n\nby one\n\ntwo 2.0.0:\n\nBSD * / by two\n*/\n',
  )
})

test('the list has a section for each package, with its licence where it has a file', () => {
  const list = listOf([
    { name: 'one', version: '1.0.0', license: 'MIT', text: '\nMIT\n' },
    { name: 'two', version: '2.0.0', license: 'ISC', text: undefined },
  ])
  expect(list).toMatch(/^# Licences\n/)
  expect(list).toContain('\n## one - 1.0.0 (MIT)\n\nMIT\n\n## two - 2.0.0 (ISC)\n')
})
