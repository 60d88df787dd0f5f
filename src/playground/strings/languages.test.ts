import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { findingsIn } from '../language/findings.ts'
import { NamesReader } from '../model/store/store-names.ts'
import { diagnostics } from './english/diagnostics.ts'
import { frame } from './english/frame.ts'
import { lesson } from './english/lesson.ts'
import * as translated from './german.ts'
import { addLanguage, speakLanguageAt, tagFor } from './languages.ts'
import type { Strings, Translation } from './strings.ts'
import type { PanelTexts } from './texts.ts'
import { languageInUse, replaceable, useLanguage } from './texts.ts'

afterEach(() => useLanguage())

const german: Strings = translated

const files = readdirSync(join(import.meta.dirname, 'english')).map((file) => file.replace('.ts', ''))

/** Stands for an element of a page: no DOM is needed to ask it for its language. */
const elementIn = (lang: string) => ({ closest: () => ({ getAttribute: () => lang }) }) as unknown as Element

it('has a German file for each English one', async () => {
  expect(Object.keys(german).sort()).toEqual(files.sort())
  for (const file of files) {
    const module = (await import(`./english/${file}.ts`)) as Record<string, PanelTexts>
    expect(namesIn(german[file as keyof typeof german])).toEqual(namesIn(module[file]!))
  }
})

it('names the checkbox of the editor by its label where it asks for it', () => {
  const { editor, explain } = german
  for (const text of [explain.allowEmit, explain.faults.emit]) expect(text).toContain(editor.emit)
})

it('registers the texts of each panel under the name of its file', async () => {
  const translation: Translation = german
  useLanguage({ tag: 'de', translation })
  for (const file of files) {
    const module = (await import(`./english/${file}.ts`)) as Record<string, PanelTexts>
    expect(module[file]).toEqual(german[file as keyof typeof german])
  }
})

it('says in each German sentence of a diagnostic what the English one says', () => {
  const { sentences, phrases } = german.diagnostics
  for (const [code, english] of Object.entries(diagnostics.sentences)) {
    const translated = sentences[code as keyof typeof sentences]
    for (const left of [undefined, ...shownIn(english)])
      expect([code, left, shownIn(translated, left)]).toEqual([code, left, shownIn(english, left)])
  }
  const words = ['‹one›', '‹two›']
  const said = (text: string | ((...words: never[]) => string)) => (typeof text === 'string' ? text : text(...(words as never[])))
  for (const [name, english] of Object.entries(diagnostics.phrases)) {
    const translated = said(phrases[name as keyof typeof phrases])
    expect([name, ...words.filter((word) => translated.includes(word))]).toEqual([
      name,
      ...words.filter((word) => said(english).includes(word)),
    ])
  }
})

it('judges queries in the language of the page', async () => {
  await speakLanguageAt(elementIn('de'))
  const found = await findingsIn('fromAll().wen({})', { emit: true, names: new NamesReader().names, release: undefined })
  expect(found.map(({ message }) => message)).toEqual(['fromAll(…) hat keine Methode wen. Meinst du when?'])
})

it('speaks the language of the page, and English again', async () => {
  expect(await speakLanguageAt(elementIn('de-AT'))).toBe(true)
  expect([languageInUse(), frame.share, lesson.sends.read('a/0')]).toEqual(['de', 'Teilen', 'a/0 lesen'])
  expect(await speakLanguageAt(elementIn('de'))).toBe(false)
  expect(await speakLanguageAt(elementIn('en-GB'))).toBe(true)
  expect([languageInUse(), frame.share]).toEqual(['en', 'Share'])
})

it('speaks the language of the last element, however long a translation takes', async () => {
  const { promise, resolve } = Promise.withResolvers<{ frame: { share: string } }>()
  addLanguage('yy', () => promise)
  const late = speakLanguageAt(elementIn('yy'))
  await speakLanguageAt(elementIn('en'))
  resolve({ frame: { share: 'Late' } })
  expect([await late, languageInUse(), frame.share]).toEqual([false, 'en', 'Share'])
})

it('takes a language of the page, and keeps English for what it lacks', async () => {
  addLanguage('tlh', () => Promise.resolve({ frame: { share: 'lIngwI’' } }))
  await speakLanguageAt(elementIn('tlh'))
  expect([frame.share, frame.startOver]).toEqual(['lIngwI’', 'Start over'])
  expect(replaceable('frame', { share: 'Share', later: 'Later' })).toEqual({ share: 'lIngwI’', later: 'Later' })
})

it('stays English where a translation cannot be loaded', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  addLanguage('xx', () => Promise.reject(new Error('offline')))
  expect(await speakLanguageAt(elementIn('xx'))).toBe(false)
  expect([languageInUse(), warn.mock.calls.length]).toEqual(['en', 1])
})

it.each([
  ['de', 'de'],
  ['DE-at', 'de'],
  ['den', undefined],
  ['', undefined],
])('%s: %s', (wanted, tag) => expect(tagFor(wanted)).toBe(tag))

/** Names of the facts that stand in a sentence. @param left the one that is not known. */
function shownIn(sentence: (facts: Record<string, string>) => string, left?: string): readonly string[] {
  const asked = new Set<string>()
  const facts = new Proxy<Record<string, string>>(
    {},
    {
      get(_facts, name: string) {
        asked.add(name)
        return name === left ? undefined : `‹${name}›`
      },
    },
  )
  const text = sentence(facts)
  return [...asked].filter((name) => text.includes(`‹${name}›`)).sort()
}

function namesIn(texts: PanelTexts): unknown {
  return Object.fromEntries(
    Object.entries(texts)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, text]) => [name, typeof text === 'string' || typeof text === 'function' ? typeof text : namesIn(text)]),
  )
}
