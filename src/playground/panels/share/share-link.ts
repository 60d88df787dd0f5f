// Converts a whole playground into a URL fragment and back: JSON, compressed, in base64url.

import { isErrorNamed, isRecord } from '../../../base/platform/realms.ts'
import type { Scenario } from '../../../engine/scenario/scenario.ts'
import { fromBase64, toBase64 } from '../../../engine/snapshot/values.ts'
import type { PanelName } from '../../frame/arrangement.ts'
import { isPanelName } from '../../frame/arrangement.ts'
import type { Draft } from '../../model/draft/draft.ts'
import { draftFrom } from '../../model/draft/draft.ts'
import type { SessionSelection } from '../../model/session.ts'
import { share as texts } from '../../strings/english/share.ts'
import { parsed } from '../../kit/json/parsed.ts'

/** Content of a version 1 link. It has no users, so no passwords. */
export interface Shared {
  readonly scenario: Scenario
  readonly draft: Draft
  readonly panel?: PanelName
  readonly selection?: SessionSelection
}

export type ShareLink =
  | { readonly kind: 'shared'; readonly shared: Shared }
  /** Written by a later release. */
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'broken'; readonly reason: string }

/**
 * Characters of a whole link. Browsers accept far more, but shorteners and sign-in pages redirect links in header lines, which servers
 * commonly limit to 8 kB, and messengers cut long words.
 */
export const longestLink = 8000

/** Characters of JSON that a link may expand to: a few kilobytes could expand to gigabytes. */
const longestText = 8_000_000

const latestVersion = 1

/** @returns the fragment, with its `#`. */
export async function writeFragment({ scenario, draft, panel, selection }: Shared): Promise<string> {
  const text = JSON.stringify({ scenario, draft, panel, selection })
  const compressed = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')))
  return `#${latestVersion}.${toBase64(compressed).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** @param fragment as in `location.hash`. */
export async function readFragment(fragment: string): Promise<ShareLink> {
  const [, digits, content] = /^#(\d+)\.(.*)$/s.exec(fragment) ?? []
  if (digits === undefined || content === undefined) return broken(texts.noVersion)
  const version = Number(digits)
  if (version !== latestVersion) return version > latestVersion ? { kind: 'newer', version } : broken(texts.unknownVersion(digits))
  const text = await unfold(content)
  return typeof text === 'string' ? readText(text) : text
}

const broken = (reason: string): ShareLink & { kind: 'broken' } => ({ kind: 'broken', reason })

async function unfold(content: string): Promise<string | ShareLink> {
  // Some programs percent-encode unusual characters in an address.
  if (!/^[\w-]*$/.test(content)) return broken(texts.invalidCharacters)
  try {
    const bytes = fromBase64(content.replaceAll('-', '+').replaceAll('_', '/'))
    const unfolded = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(unfolded, longestText))
  } catch (error) {
    return broken(isErrorNamed(error, 'RangeError') ? texts.tooLargeToRead : texts.damaged)
  }
}

function readText(text: string): ShareLink {
  const { scenario, draft, panel, selection } = { ...(parsed(text) as Partial<Record<keyof Shared, unknown>>) }
  if (!isRecord(scenario) || !isRecord(draft)) return broken(texts.noPlayground)
  return {
    kind: 'shared',
    shared: {
      // The store checks the scenario when it loads it.
      scenario: scenario as unknown as Scenario,
      draft: draftFrom(draft),
      ...(isPanelName(panel) && { panel }),
      ...(isRecord(selection) && { selection: readSelection(selection) }),
    },
  }
}

const readSelection = ({ stream, streamFilter, event, projection, partition }: Members): SessionSelection => ({
  ...(text(stream) !== undefined && { stream: text(stream) }),
  ...(text(streamFilter) !== undefined && { streamFilter: text(streamFilter) }),
  ...(Number.isSafeInteger(event) && { event: event as number }),
  ...(text(projection) !== undefined && { projection: text(projection) }),
  ...(text(partition) !== undefined && { partition: text(partition) }),
})

type Members = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** @throws RangeError if the stream has more bytes. */
async function bytesOf(stream: ReadableStream<Uint8Array>, most = Infinity): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length
    if (size > most) {
      await reader.cancel()
      throw new RangeError(`more than ${most} bytes`)
    }
    chunks.push(new Uint8Array(read.value))
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
