// Opens Firefox and drives it over WebDriver BiDi, which it speaks itself: one WebSocket, no driver program.

import { join } from 'node:path'
import { mkdirSync, writeFileSync } from 'node:fs'
import { within } from '../../within.ts'
import type { Browser, OpenOptions, Tab } from './engine.ts'
import { usualPatience } from './engine.ts'
import { callText, clickAt, keysFor, middleOf, readAnswer } from './in-page.ts'
import { findProgram } from './programs.ts'
import { folderFor, freePort, start } from './processes.ts'

/** Sends a command of the protocol and resolves with its result. */
type Send = <Result>(method: string, params?: object) => Promise<Result>

interface LogEntry {
  readonly level: string
  readonly text: string | null
}
interface Message extends Record<string, unknown> {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
  readonly message?: string
  readonly params?: LogEntry
}

/** Quiet: no first-run pages, no updates, no calls to the maker's servers. */
const preferences = {
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.tabs.warnOnClose': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.active-protocols': 1,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'toolkit.startup.max_resumed_crashes': -1,
}

export async function openFirefox({ profile, room, isPrivate = false, patience = usualPatience }: OpenOptions): Promise<Browser> {
  const { folder, discard } = folderFor(profile)
  mkdirSync(folder, { recursive: true })
  const lines = Object.entries({
    ...preferences,
    ...(isPrivate && { 'browser.privatebrowsing.autostart': true }),
    // In KiB; a site gets a fifth of it.
    ...(room !== undefined && { 'dom.quotaManager.temporaryStorage.fixedLimit': Math.round((room * 5) / 1024) }),
  }).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  writeFileSync(join(folder, 'user.js'), lines.join('\n'))
  const port = await freePort()
  const args = ['--headless', '--no-remote', '--profile', folder, `--remote-debugging-port=${port}`, 'about:blank']
  const program = start(findProgram('firefox'), args, {
    MOZ_CRASHREPORTER_DISABLE: '1',
    MOZ_HEADLESS_WIDTH: '1280',
    MOZ_HEADLESS_HEIGHT: '980',
  })
  const said: string[] = []
  const [, address = ''] = await within(patience, 'The start of Firefox', program.line(/WebDriver BiDi listening on (ws:\/\/\S+)/))
  const { send, hangUp } = await call(`${address}/session`, (message) => {
    if (message.method === 'log.entryAdded') said.push(`${message.params?.level}: ${message.params?.text}`)
  })
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree')
  const unused = contexts.map(({ context }) => context)
  const newTab = async () => unused.pop() ?? (await send<{ context: string }>('browsingContext.create', { type: 'tab' })).context
  return {
    engine: 'firefox',
    version: `Firefox ${capabilities.browserVersion}`,
    pid: program.pid,
    said,
    async page(url) {
      const tab = tabOf(await newTab(), send, patience)
      if (url !== undefined) await tab.goto(url)
      return tab
    },
    async close() {
      await within(4000, 'Closing Firefox', send('browser.close')).catch(() => undefined)
      hangUp()
      await program.end()
      discard()
    },
    async kill() {
      await program.kill()
      hangUp()
    },
  }
}

function tabOf(context: string, send: Send, patience: number): Tab {
  const limited = <Value>(what: string, work: Promise<Value>) => within(patience, what, work)
  const evaluate: Tab['evaluate'] = async (work, ...given) => {
    const expression = callText(work, given)
    const evaluated = await limited(
      'A call in the page',
      send<{ type: string; result?: { value: string }; exceptionDetails?: { text: string } }>('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      }),
    )
    if (evaluated.type === 'exception' || !evaluated.result) throw new Error(evaluated.exceptionDetails?.text)
    return await readAnswer(evaluated.result.value)
  }
  const act = (action: object) => send('input.performActions', { context, actions: [action] })
  return {
    evaluate,
    goto: async (url) => void (await limited('Loading', send('browsingContext.navigate', { context, url, wait: 'complete' }))),
    reload: async () => void (await limited('Reloading', send('browsingContext.reload', { context, wait: 'complete' }))),
    show: async () => void (await send('browsingContext.activate', { context })),
    screenshot: async () => Buffer.from((await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data, 'base64'),
    async click(selector) {
      const [x, y] = await evaluate(middleOf, selector)
      await act({ type: 'pointer', id: 'mouse', actions: clickAt(x, y) })
    },
    async type(text) {
      await act({ type: 'key', id: 'keyboard', actions: keysFor(text) })
    },
    close: async () => void (await send('browsingContext.close', { context })),
  }
}

/** Opens the WebSocket of the protocol: a command is answered under its number, events go to the listener. */
async function call(address: string, listen: (message: Message) => void): Promise<{ readonly send: Send; readonly hangUp: () => void }> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}.`)))
  })
  let last = 0
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void; method: string }>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    const asked = message.id === undefined ? undefined : waiting.get(message.id)
    if (message.id === undefined || !asked) return listen(message)
    waiting.delete(message.id)
    if (message['type'] === 'error') asked.reject(new Error(`${asked.method}: ${message.message}`))
    else asked.resolve(message.result)
  })
  socket.addEventListener('close', () => {
    for (const { reject, method } of waiting.values()) reject(new Error(`${method}: Firefox has gone.`))
    waiting.clear()
  })
  const send: Send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error(`${method}: Firefox has gone.`))
      waiting.set(++last, { resolve: resolve as (result: unknown) => void, reject, method })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  return { send, hangUp: () => socket.close() }
}
