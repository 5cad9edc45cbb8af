import type { Fetch } from './download.ts'
import { type FeedRefusal, readFeed, type Release } from './feed.ts'
import { readPublicKey } from './signature.ts'
import type { UpdateSource } from './source.ts'

/**
 * A feed has at most 100,000 characters and its signature. This limit stops a server that sends without end.
 */
const MOST_BYTES = 512 * 1024

/** Reads the feed at its address. @throws Error when the address doesn't answer */
export async function fetchFeed(
  fetch: Fetch,
  { feed, publicKey }: UpdateSource,
): Promise<Release | FeedRefusal> {
  const { ok, status, body } = await fetch(feed)
  if (!ok || body === null) throw new Error(`the feed answered ${status}`)
  const text = await readText(body)
  return text === undefined ? 'unreadable' : readFeed(text, readPublicKey(publicKey))
}

/** @returns undefined for a text longer than any feed */
async function readText(body: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
