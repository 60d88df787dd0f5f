// Opens WebKitGTK's MiniBrowser on a display of its own and drives it over classic WebDriver.

import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, OpenOptions, Tab } from './engine.ts'
import { usualPatience } from './engine.ts'
import { callText, clickAt, keysFor, middleOf, readAnswer } from './in-page.ts'
import { findProgram } from './programs.ts'
import type { Program } from './processes.ts'
import { folderFor, freePort, start } from './processes.ts'

/** Sends a command and resolves with its value. */
type Send = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>

interface Session {
  readonly sessionId: string
  readonly capabilities: { readonly browserVersion: string }
}

const screen = '1400x1200x24'

export async function openWebkit({ patience = usualPatience }: OpenOptions): Promise<Browser> {
  const display = start(findProgram('Xvfb'), ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp'])
  const [number] = await display.line(/^\d+$/)
  const { folder, discard } = folderFor(undefined)
  const port = await freePort()
  const homes = Object.fromEntries(['HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME'].map((name) => [name, folder]))
  const driver = start(findProgram('WebKitWebDriver'), [`--port=${port}`], { ...homes, DISPLAY: `:${number}`, NO_AT_BRIDGE: '1' })
  const send = sender(`http://127.0.0.1:${port}`, patience)
  await ready(send)
  const options = { binary: findProgram('MiniBrowser'), args: ['--automation'] }
  const session = await send<Session>('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } })
  const inSession: Send = (method, path, body) => send(method, `/session/${session.sessionId}${path}`, body)
  await inSession('POST', '/timeouts', { script: patience, pageLoad: patience })
  const windows = takeTurns(inSession)
  const unused = [await inSession<string>('GET', '/window')]
  const stop = async (end: (program: Program) => Promise<void>) => {
    await end(driver)
    await end(display)
    discard()
  }
  return {
    engine: 'webkit',
    version: `WebKitGTK ${session.capabilities.browserVersion}`,
    pid: driver.pid,
    // The driver passes nothing on.
    said: [],
    async page(url) {
      const tab = tabOf(unused.pop() ?? (await windows.open()), windows, patience)
      if (url !== undefined) await tab.goto(url)
      return tab
    },
    async close() {
      await inSession('DELETE', '').catch(() => undefined)
      await stop((program) => program.end())
    },
    kill: () => stop((program) => program.kill()),
  }
}

function sender(address: string, patience: number): Send {
  return async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    // The driver answers late by itself when a page does; this is for a driver that does not answer at all.
    const init = { method, signal: AbortSignal.timeout(patience + 5000), ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) }
    const response = await fetch(address + path, init)
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }
}

/** Waits until the driver listens. */
async function ready(send: Send): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await send('GET', '/status')
    } catch (error) {
      if (tries === 200) throw error
      await pause(50)
    }
  }
}

interface Windows {
  /** Opens a tab and resolves with its handle. */
  open(): Promise<string>
  /** Runs commands in a tab: the driver has one current window for all commands. */
  during<Value>(handle: string, work: (send: Send) => Promise<Value>): Promise<Value>
  close(handle: string): Promise<void>
}

function takeTurns(send: Send): Windows {
  let last: Promise<unknown> = Promise.resolve()
  let current: string | undefined
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.catch(() => undefined).then(work)
    last = turn
    return turn
  }
  const choose = async (handle: string): Promise<void> => {
    if (current !== handle) await send('POST', '/window', { handle })
    current = handle
  }
  return {
    open: () => inTurn(async () => (await send<{ handle: string }>('POST', '/window/new', { type: 'window' })).handle),
    during: (handle, work) =>
      inTurn(async () => {
        await choose(handle)
        return await work(send)
      }),
    close: (handle) =>
      inTurn(async () => {
        await choose(handle)
        const [left] = await send<string[]>('DELETE', '/window')
        // The driver is left without a current window, and opens no other one.
        if (left !== undefined) await choose(left)
      }),
  }
}

function tabOf(handle: string, windows: Windows, patience: number): Tab {
  const command = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> =>
    windows.during(handle, (send) => send<Value>(method, path, body))
  const run = <Value>(script: string): Promise<Value> => command('POST', '/execute/sync', { script, args: [] })
  const act = (action: object) => command('POST', '/actions', { actions: [action] })
  const evaluate: Tab['evaluate'] = async (work, ...given) =>
    await readAnswer(await awaited(run, callText(work, given), Date.now() + patience))
  return {
    evaluate,
    goto: (url) => command('POST', '/url', { url }),
    reload: () => command('POST', '/refresh'),
    show: () => command('GET', '/window'),
    screenshot: async () => Buffer.from(await command<string>('GET', '/screenshot'), 'base64'),
    async click(selector) {
      const [x, y] = await evaluate(middleOf, selector)
      const parameters = { pointerType: 'mouse' }
      await act({ type: 'pointer', id: 'mouse', parameters, actions: clickAt(x, y) })
    },
    async type(text) {
      await act({ type: 'key', id: 'keyboard', actions: keysFor(text) })
    },
    close: () => windows.close(handle),
  }
}

/** Starts a call in one command and asks for its answer in others, so that a long call of one tab does not hold up the others. */
async function awaited(run: <Value>(script: string) => Promise<Value>, call: string, deadline: number): Promise<string> {
  const slot = `window['rillbox-${crypto.randomUUID()}']`
  await run(`${slot} = ''; ${call}.then((answer) => { ${slot} = answer })`)
  for (let wait = 1; ; wait = Math.min(wait * 1.5, 50)) {
    const answer = await run<string | null>(`return ${slot}`)
    if (answer === null) throw new Error('The page went away during a call.')
    if (answer !== '') {
      await run(`delete ${slot}`)
      return answer
    }
    if (Date.now() > deadline) throw new Error('A call in the page took too long.')
    await pause(wait)
  }
}
