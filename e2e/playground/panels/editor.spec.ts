// The query editor as a reader uses it: at once as text, as an editor from the first focus on, with help, faults and runs.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import {
  address,
  area,
  code,
  edit,
  editor,
  expectNoSidewaysScroll,
  loadEditor,
  openPanels,
  panel,
  run,
  runButton,
  sent,
  session,
  state,
} from '../panels-page.ts'
import { atEverySize } from '../sizes.ts'

const isEditorCode = (url: string): boolean => /code-editor|codemirror/.test(url)

test('the query is there as coloured text, and the editor is loaded with the first focus', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (isEditorCode(request.url())) loaded.push(request.url())
  })
  await openPanels(page)
  await expect(editor(page).locator('pre .function').first()).toHaveText('fromCategory')
  await runButton(page).click()
  await expect(editor(page).getByText('cart-totals has handled 3 events.').first()).toBeVisible()
  expect(loaded).toEqual([])
  await loadEditor(page)
  expect(loaded.length).toBeGreaterThan(0)
})

test('marks of a text that gives way to a shorter one leave no error behind', async ({ page }) => {
  const trouble: string[] = []
  await openPanels(page)
  await loadEditor(page)
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  page.on('pageerror', (error) => trouble.push(error.message))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(
    "fromStream('cart-1').when({\n  ItemAdded(s, e) { console.log(1) },\n  ItemRemoved(s, e) { console.log(2) },\n})",
  )
  await runButton(page).click()
  await expect(editor(page).locator('.cm-lintRange')).not.toHaveCount(0)
  await code(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('fromAll()')
  await expect(editor(page).locator('.cm-lintRange')).toHaveCount(0)
  expect(trouble).toEqual([])
})

test('nothing moves when the editor takes the place of the text', async ({ page }) => {
  await openPanels(page)
  const long = Array.from({ length: 60 }, (_, line) => `const name${line} = ${line}`).join('\n')
  await edit(page, { query: long })
  await expect(area(page)).toHaveValue(long)
  const plain = editor(page).locator('.plain')
  await plain.evaluate((element) => element.scrollTo(0, 410))
  // The caret is put by script: a press of the mouse would load the editor before the first look.
  const before = await area(page).evaluate((element: HTMLTextAreaElement) => {
    element.setSelectionRange(500, 503)
    const box = element.getBoundingClientRect()
    return { left: box.left, top: box.top, scroll: element.closest('.plain')!.scrollTop }
  })
  const frame = await editor(page).locator('.code').boundingBox()
  await area(page).evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
  await expect(code(page)).toBeFocused()
  expect(await editor(page).locator('.code').boundingBox()).toEqual(frame)
  const after = await editor(page)
    .locator('.cm-scroller')
    .evaluate((scroller) => {
      const line = scroller.querySelector('.cm-content')!.getBoundingClientRect()
      return { left: line.left, top: line.top, scroll: scroller.scrollTop }
    })
  expect(after.scroll).toBe(before.scroll)
  expect(Math.abs(after.left - before.left)).toBeLessThan(1)
  expect(Math.abs(after.top - before.top)).toBeLessThan(1)
  await page.keyboard.type('XY')
  expect((await session(page)).draft.query).toBe(`${long.slice(0, 500)}XY${long.slice(503)}`)
})

test('text written while the editor loads stays, caret included', async ({ page }) => {
  await openPanels(page)
  const release = Promise.withResolvers<void>()
  await page.route(/code-editor/, async (route) => {
    await release.promise
    await route.continue()
  })
  await area(page).focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('// one ')
  expect((await session(page)).draft.query).toMatch(/^\/\/ one \/\/ What/)
  release.resolve()
  await expect(code(page)).toBeFocused()
  await page.keyboard.type('two ')
  expect((await session(page)).draft.query).toMatch(/^\/\/ one two \/\/ What/)
})

test('the editor waits until an input method has composed a text', async ({ page, context }) => {
  await openPanels(page)
  const method = await context.newCDPSession(page)
  const release = Promise.withResolvers<void>()
  await page.route(/code-editor/, async (route) => {
    await release.promise
    await route.continue()
  })
  await area(page).focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await method.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  const loaded = page.waitForResponse(/code-editor/)
  release.resolve()
  await (await loaded).finished()
  // As long as the module takes to be evaluated, and more.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await method.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await expect(area(page)).toBeFocused()
  await method.send('Input.insertText', { text: '日本' })
  await expect(code(page)).toBeFocused()
  expect((await session(page)).draft.query).toMatch(/^日本\/\/ What/)
})

test('without the editor the text can still be written and run', async ({ page }) => {
  await openPanels(page)
  await page.route(/code-editor/, (route) => route.abort())
  await area(page).focus()
  await area(page).fill("fromStream('cart-1').when({ $init: () => ({ n: 0 }), ItemAdded: (s) => { s.n++ } })")
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(state(page)).toContainText('"n": 2')
})

test('without the editor the button that lays out the query says why it does not', async ({ page }) => {
  await openPanels(page)
  await page.route(/code-editor/, (route) => route.abort())
  await editor(page).getByRole('button', { name: 'Format' }).click()
  await expect(editor(page).locator('.message')).toHaveText('The formatter could not be loaded.')
})

test.describe('completion', () => {
  const options = (page: Page) => editor(page).getByRole('listbox').getByRole('option')

  test('has the members of the chain, each with a line of explanation', async ({ page }) => {
    await openPanels(page)
    await edit(page, { query: "fromCategory('cart')" })
    await loadEditor(page)
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('.')
    await expect(options(page)).toHaveText([/^when/, /^foreachStream/, /^partitionBy/, /^outputState/])
    await expect(editor(page).getByText('Registers handlers by event type.')).toBeVisible()
    await page.keyboard.type('fo')
    await expect(options(page)).toHaveText([/^foreachStream/])
    await options(page).first().click()
    expect((await session(page)).draft.query).toBe("fromCategory('cart').foreachStream()")
  })

  test('has the event types that the store really holds, without the handled ones', async ({ page }) => {
    await openPanels(page)
    await edit(page, { query: 'fromAll().when({\n  ItemAdded: (s) => s,\n  ' })
    await loadEditor(page)
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('Control+Space')
    await expect(options(page).first()).toContainText('CheckedOut')
    await expect(options(page).filter({ hasText: '$init' }).first()).toBeVisible()
    await expect(options(page).filter({ hasText: /^ItemAdded/ })).toHaveCount(0)
    // A list that has just come takes no key for 75 ms, so that users cannot accept an entry unread.
    await page.waitForTimeout(200)
    await page.keyboard.press('Enter')
    await page.keyboard.type('return state')
    expect((await session(page)).draft.query).toContain('CheckedOut: (state, event) => {\n    return state\n  },')
  })

  test('has streams and categories in the quotes of selectors, and the members of the event', async ({ page }) => {
    await openPanels(page)
    await edit(page, { query: '' })
    await loadEditor(page)
    await page.keyboard.type("fromStream('")
    await expect(options(page)).toHaveText([/^cart-1/, /^cart-2/])
    await page.keyboard.press('Escape')
    await edit(page, { query: 'fromCategory()' })
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type("'")
    await expect(options(page)).toHaveText([/^cart/])
    await page.keyboard.press('Escape')
    await edit(page, { query: 'fromAll().when({ $any: (s, e) => { ' })
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('e.stream')
    await expect(options(page).first()).toHaveText(/^streamId/)
  })

  test('knows streams that came later', async ({ page }) => {
    await openPanels(page)
    await edit(page, { query: '' })
    await loadEditor(page)
    await page.keyboard.type("fromStream('")
    await expect(options(page)).toHaveCount(2)
    await page.keyboard.press('Escape')
    await page.evaluate(() => document.querySelector('rillbox-store')!.store!.append('late-1', { type: 'Late' }))
    await page.keyboard.press('Control+Space')
    await expect(options(page)).toHaveText([/^cart-1/, /^cart-2/, /^late-1/])
  })
})

test.describe('help with words', () => {
  const options = (page: Page) => editor(page).getByRole('listbox').getByRole('option')

  test('completes on a line above existing code, and the fields of events seen', async ({ page }) => {
    await openPanels(page)
    await loadEditor(page)
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('opt')
    await expect(options(page)).toHaveText([/^options/])
    await page.keyboard.press('Escape')
    await edit(page, { query: 'fromAll().when({\n  ItemAdded: (s, e) => {\n    \n    s.n = 1\n  },\n  CheckedOut: (s) => s,\n})' })
    await page.keyboard.press('ControlOrMeta+Home')
    for (let line = 0; line < 2; line += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.type('e.data.')
    await expect(options(page)).toHaveText([/^price/])
    await expect(editor(page).getByText('5 in ItemAdded')).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  })

  test('explains a word under the pointer, and at the caret with F1', async ({ page }) => {
    await openPanels(page)
    await edit(page, { query: "// Reads a cart.\nfromStream('cart-1').when({\n  // All of it.\n  $any: (s, e) => s })" })
    await loadEditor(page)
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('F1')
    const help = editor(page).locator('.cm-word-help')
    await expect(help).toHaveText('fromStream(stream)Reads one stream.')
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect(help).toHaveCount(0)
    await editor(page).locator('.cm-line').getByText('$any').hover()
    await expect(help).toContainText('Handles every event.')
  })

  test('says what is wrong before the query runs, under comments too, and mends it', async ({ page }) => {
    await openPanels(page)
    await edit(page, { query: "// Counts items.\nfromStrem('cart-1').when({\n  // Every one.\n  $ny: (s, e) => s })" })
    await loadEditor(page)
    await expect(editor(page).getByText('There is no function fromStrem. Did you mean fromStream?').first()).toBeVisible()
    await expect(editor(page).locator('.cm-lintRange-error')).toHaveText('fromStrem')
    await expect(editor(page).locator('.cm-lintRange-warning')).toHaveText('$ny')
    await expect(editor(page).getByRole('link', { name: 'What it means' })).toHaveAttribute('href', /diagnostics\.md#unknown-function$/)
    await expectAccessible(page)
    await editor(page).getByRole('button', { name: 'Change to fromStream' }).press('Enter')
    await editor(page).getByRole('button', { name: 'Change to $any' }).press('Enter')
    expect((await session(page)).draft.query).toContain("\nfromStream('cart-1').when({\n  // Every one.\n  $any: (s, e) => s })")
    // What the mode forbids, and a sentence about a run beside it.
    await edit(page, { query: "fromStream('cart-1').when({ ItemRemoved: (s, e) => { emit('a', 'B', {}); return s } })", emit: false })
    await expect(editor(page).locator('.cm-lintRange-error')).toHaveText(/^emit/)
    await edit(page, { query: "fromStream('cart-1').when({ $init: () => ({}), ItemRemoved: (s, e) => s })" })
    const finding = editor(page).getByText('No event of type ItemRemoved was seen.').first()
    await expect(finding).toBeVisible()
    await runButton(page).click()
    await expect(editor(page).getByText('cart-totals has handled', { exact: false }).first()).toBeVisible()
    await expect(finding).toBeVisible()
    // Once there is such an event, there is nothing to say.
    await page.evaluate(() => document.querySelector('rillbox-store')!.store!.append('cart-1', { type: 'ItemRemoved' }))
    await expect(editor(page).locator('.cm-lintRange-hint, .cm-lintRange-warning')).toHaveCount(0)
  })

  test('lays out the query by button and key, in one step of the history', async ({ page }) => {
    await openPanels(page)
    const crowded = 'fromAll().when({$init:()=>({n:0}),ItemAdded:(s,e)=>{s.n++;s.last=e.data.price}})'
    await edit(page, { query: crowded })
    await loadEditor(page)
    await editor(page).getByRole('button', { name: 'Format' }).click()
    await expect(editor(page).getByText('Formatted.').first()).toBeVisible()
    const formatted = (await session(page)).draft.query
    expect(formatted).toContain('\n  ItemAdded: (s, e) => {\n    s.n++;\n    s.last = e.data.price\n  }\n')
    await code(page).focus()
    await page.keyboard.press('ControlOrMeta+z')
    expect((await session(page)).draft.query).toBe(crowded)
    await page.keyboard.press('Shift+Alt+F')
    await expect.poll(async () => (await session(page)).draft.query).toBe(formatted)
    await edit(page, { query: 'fromAll().when({ A: (s) => })' })
    await editor(page).getByRole('button', { name: 'Format' }).click()
    await expect.poll(async () => (await session(page)).draft.query).toBe('fromAll().when({ A: (s) => })')
  })
})

test.describe('faults', () => {
  test('a syntax error is marked in place, and the mark goes with the error', async ({ page }) => {
    await openPanels(page)
    await edit(page, { query: "fromStream('a')\n  .when({ A: (s, e) => })" })
    await loadEditor(page)
    await expect(editor(page).getByRole('button', { name: 'Line 2, column 24:' })).toBeVisible()
    await expect(editor(page).locator('.cm-lintRange-error')).toHaveText('}')
    await expect(editor(page).locator('.cm-lint-marker-error')).toHaveCount(1)
    await editor(page).getByRole('button', { name: 'Line 2, column 24:' }).click()
    await page.keyboard.type('s ')
    await expect(editor(page).getByRole('button', { name: /^Line/ })).toHaveCount(0)
    await expect(editor(page).locator('.cm-lintRange-error')).toHaveCount(0)
    expect((await session(page)).fault).toBeUndefined()
  })

  test('a fault at run time is marked at its line and column, also before the editor is loaded', async ({ page }) => {
    await openPanels(page)
    await run(page, "fromCategory('cart').when({\n  ItemAdded: (s, e) => {\n    s.total = e.data.missing.price\n  },\n})")
    await expect(editor(page).getByRole('alert')).toHaveText(/^Line 3, column \d+: Cannot read property 'price' of undefined$/)
    await expect(editor(page).locator('.numbers .wrong')).toHaveText('3')
    await expect(editor(page).locator('pre .wrong').first()).toBeVisible()
    await editor(page)
      .getByRole('button', { name: /^Line 3/ })
      .click()
    await expect(code(page)).toBeFocused()
    await expect(editor(page).locator('.cm-activeLine')).toContainText('missing')
    await expect(editor(page).locator('.cm-lintRange-error').first()).toBeVisible()
    await expect(panel(page).getByText('Faulted (Enabled)', { exact: true })).toBeVisible()
  })

  test('a query that loops for ever ends with the time-out of the engine, and the page goes on', async ({ page }) => {
    await openPanels(page)
    await run(page, "fromCategory('cart').when({ ItemAdded: () => { for (;;) {} } })")
    // While it loops, the page answers.
    await editor(page).getByLabel('Projection').fill('cart-totals')
    await expect(
      editor(page)
        .getByText(/took too long to execute/)
        .first(),
    ).toBeVisible()
    await run(page, "fromCategory('cart').when({ $init: () => ({ n: 0 }), ItemAdded: (s) => { s.n++ } })")
    await expect(state(page)).toContainText('"n": 3')
  })

  test('a text that is no query is reported without a place', async ({ page }) => {
    await openPanels(page)
    await run(page, '1 + 1')
    await expect(editor(page).getByRole('alert')).toHaveText('None of streams and categories are included')
  })
})

test.describe('keys', () => {
  test('Tab indents, and after Escape it leaves; both are announced', async ({ page }) => {
    await openPanels(page)
    const hint = 'Tab indents, F1 explains. To leave, press Escape, then Tab.'
    await expect(editor(page).getByText(hint)).toBeHidden()
    await loadEditor(page)
    await expect(editor(page).getByText(hint)).toBeVisible()
    await expect(code(page)).toHaveAccessibleDescription(hint)
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('Tab')
    expect((await session(page)).draft.query).toMatch(/^ {2}\/\/ What/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(code(page)).not.toBeFocused()
    expect((await session(page)).draft.query).toMatch(/^ {2}\/\/ What/)
    await page.keyboard.press('Shift+Tab')
    await expect(code(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+Tab')
    await expect(runButton(page)).toBeFocused()
  })

  test('Escape closes a list first, and typing cancels the way out', async ({ page }) => {
    await openPanels(page)
    await edit(page, { query: 'fromAll()' })
    await loadEditor(page)
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('.')
    await expect(editor(page).getByRole('listbox')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editor(page).getByRole('listbox')).toHaveCount(0)
    await page.keyboard.type('x')
    await page.keyboard.press('Escape')
    await page.keyboard.type('y')
    await page.keyboard.press('Tab')
    await expect(code(page)).toBeFocused()
  })

  test('finds and replaces, and changes a word in several places at once', async ({ page }) => {
    await openPanels(page)
    await edit(page, { query: 'fromAll().when({\n  A: (s, e) => { s.one = e.data.one; s.two = e.data.two },\n})' })
    await loadEditor(page)
    await page.keyboard.press('ControlOrMeta+f')
    const find = editor(page).getByRole('textbox', { name: 'Find' })
    await expect(find).toBeFocused()
    await page.keyboard.type('e.data')
    await expect(editor(page).locator('.cm-searchMatch')).toHaveCount(2)
    await atEverySize(page, async () => {
      await expect(editor(page).getByRole('button', { name: 'Replace all' })).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page, 'rillbox-query-editor')
    })
    await editor(page).getByRole('textbox', { name: 'Replace with' }).fill('e.body')
    await editor(page).getByRole('button', { name: 'Replace all' }).press('Enter')
    await page.keyboard.press('Escape')
    await expect(find).toHaveCount(0)
    await expect(code(page)).toBeFocused()
    expect((await session(page)).draft.query).toContain('s.one = e.body.one; s.two = e.body.two')

    await edit(page, { query: 'one.two(one)' })
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('ControlOrMeta+d')
    await page.keyboard.press('ControlOrMeta+d')
    await page.keyboard.type('n')
    await expect.poll(async () => (await session(page)).draft.query).toBe('n.two(n)')
  })

  test('the query runs from the keyboard, each time over the whole history', async ({ page }) => {
    await openPanels(page)
    await loadEditor(page)
    const query = (step: string) => `fromCategory('cart').when({ $init: () => ({ n: 0 }), ItemAdded: (s) => { s.n += ${step} } })`
    await edit(page, { query: query('1'), emit: false })
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(state(page)).toContainText('"n": 3')
    await edit(page, { query: query('100') })
    await runButton(page).press('Enter')
    await expect(state(page)).toContainText('"n": 300')
    await expect(runButton(page)).toBeFocused()
    expect((await sent(page)).slice(-2)).toEqual(['PUT /projection/cart-totals/query', 'POST /projection/cart-totals/command/reset'])
    await expect(editor(page).getByRole('status')).toHaveText('cart-totals has handled 3 events.')
  })
})

test('a query with line breaks of Windows is no edited one, and can be gone back to', async ({ page }) => {
  await openPanels(page)
  await loadEditor(page)
  const query = 'fromAll()\r\n  .when({\r\n    $any: (s) => ({ n: 1 }),\r\n  })\r\n'
  await page.evaluate((query) => {
    const projections = [{ name: 'windows', query }]
    document.querySelector('rillbox-store')!.scenario = { version: 1, events: [{ stream: 'a', type: 'B', data: {} }], projections }
  }, query)
  await expect(state(page)).toContainText('"n": 1')
  expect((await session(page)).draft.query).toBe(query)
  await expect(editor(page)).not.toContainText('Edited, not run')
  await code(page).focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('// a comment of some length')
  await expect(editor(page)).toContainText('Edited, not run')
  await page.evaluate(() => document.querySelector('rillbox-store')!.session.discardDraft())
  await expect(code(page)).not.toContainText('a comment')
  expect((await session(page)).draft.query).toBe(query)
})

test('a query becomes a projection of the name and mode that stand above it', async ({ page }) => {
  await openPanels(page)
  await editor(page).getByLabel('Projection').fill('once')
  await editor(page).getByLabel('Mode').selectOption('Transient')
  await expect(editor(page).getByLabel('Emit')).toBeDisabled()
  await runButton(page).click()
  await expect(panel(page).getByRole('combobox', { name: 'Projection' })).toHaveValue('once')
  await expect(panel(page).getByText('Completed/Stopped/Writing results', { exact: true })).toBeVisible()
  expect((await sent(page)).at(-1)).toBe('POST /projections/transient')
  await editor(page).getByLabel('Projection').fill('$mine')
  await runButton(page).click()
  await expect(editor(page).getByRole('alert')).toHaveText('Names that begin with $ belong to the system.')
})

test('a run that takes the place of another projection says so before', async ({ page }) => {
  await openPanels(page)
  const warning = editor(page).getByText('Run first deletes the existing continuous projection with this name and everything it wrote.')
  await editor(page).getByLabel('Mode').selectOption('One-time')
  await expect(warning).toBeVisible()
  await editor(page).getByLabel('Projection').fill('another')
  await expect(warning).toHaveCount(0)
})

test('read-only, a query can be read and run, and no editor is loaded', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (isEditorCode(request.url())) loaded.push(request.url())
  })
  await openPanels(page)
  await editor(page).evaluate((element) => element.toggleAttribute('readonly', true))
  await expect(area(page)).toHaveCount(0)
  await expect(editor(page).getByLabel('Mode')).toBeDisabled()
  await editor(page).getByRole('group', { name: 'Query' }).focus()
  await runButton(page).click()
  await expect(editor(page).getByText('cart-totals has handled 3 events.').first()).toBeVisible()
  expect(loaded).toEqual([])
  await page.evaluate(() => {
    document.querySelector('rillbox-store')!.session.readonly = true
  })
  await expect(runButton(page)).toHaveCount(0)
})

test('nothing overlaps in any size', async ({ page }) => {
  const expectInPlace = async () => {
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await openPanels(page)
  await atEverySize(page, expectInPlace)
  await edit(page, { query: "fromCategory('cart')\n  .when({ A: (s, e) => })" })
  await loadEditor(page)
  await expect(editor(page).getByRole('button', { name: /^Line 2/ })).toBeVisible()
  await atEverySize(page, expectInPlace)
})

test('the editor needs no more than a careful policy allows', async ({ page }) => {
  const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:"
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
  })
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  await openPanels(page)
  await edit(page, { query: 'fromAll()\n  .when({ A: (s, e) => })' })
  await loadEditor(page)
  await expect(editor(page).locator('.cm-lintRange-error')).toHaveText('}')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('End')
  await page.keyboard.type('.')
  await expect(editor(page).getByRole('listbox')).toBeVisible()
  await expect(editor(page).getByText('Registers handlers by event type.')).toBeVisible()
  await expect(editor(page).locator('.cm-gutters')).toHaveCSS('background-color', 'rgb(244, 247, 247)')
  expect(refused).toEqual([])
})

test('the element stays quiet when its store closes and opens again', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await openPanels(page)
  await loadEditor(page)
  await page.evaluate(() => document.querySelector('rillbox-store')!.session.close())
  await expect(panel(page).getByText('The store is not open.')).toBeVisible()
  await page.keyboard.type('// ')
  await page.evaluate(() => document.querySelector('rillbox-store')!.session.open())
  await expect(state(page)).toContainText('12')
  expect(errors).toEqual([])
  expect(page.url()).toBe(address)
})
