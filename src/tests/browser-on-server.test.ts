import { expect, expectTypeOf, test } from 'vitest'
import type * as inPage from '../browser.ts'
import * as onServer from '../browser-on-server.ts'

test('a server has everything that pages import', () => {
  expectTypeOf<keyof typeof onServer>().toEqualTypeOf<keyof typeof inPage>()
  expectTypeOf(onServer).toExtend<typeof inPage>()
})

test('startStore says that it needs a page', async () => {
  await expect(onServer.startStore()).rejects.toMatchObject({ code: 'setup-outside-page', hint: expect.stringContaining('effect') })
})
