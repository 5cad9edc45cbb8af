import type { LinkResolver } from '../contract/ports.ts'
import { requestGuarded, type GuardedReply, type GuardedRequest } from './links/guarded-request.ts'
import { findDownloadRequest, findFrame, isUnshared, readDownloadAnswer } from './links/shared-page.ts'

interface Options {
  /** Allows calls to 127.0.0.0/8 on any port, for the tests' servers. */
  readonly allowLoopback: boolean
  /** Hosts whose pages count as shared links in addition to the known ones, for the tests' servers. */
  readonly sharedHosts?: readonly string[]
  /** Milliseconds for one request and for a whole resolution. */
  readonly limits?: { readonly requestMs: number; readonly totalMs: number }
}

type Resolution = Awaited<ReturnType<LinkResolver['resolve']>>
type Send = (request: Pick<GuardedRequest, 'url' | 'method' | 'headers' | 'body'>) => Promise<GuardedReply>

const LIMITS = { requestMs: 5000, totalMs: 10_000 }
const MOST_REDIRECTS = 3
/** The names under which Lanzou has served its pages over the years. */
const SHARING_SERVICE = /(?:^|\.)(?:i?lanzou[a-z]?|lanzo[a-z]|lanz[nv]|lanp[vw]|woozooo)\.com$/
/** Without a language, such services answer with a page for robots. */
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; Pulsekey)',
  'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8',
}

/** Follows a shared link to its file's address, without downloading the file. */
export function createLinkResolver({
  allowLoopback,
  sharedHosts = [],
  limits = LIMITS,
}: Options): LinkResolver {
  return {
    isShared(address) {
      if (!URL.canParse(address)) return false
      const { hostname } = new URL(address)
      return SHARING_SERVICE.test(hostname) || sharedHosts.includes(hostname)
    },

    async resolve(address, password) {
      const deadline = AbortSignal.timeout(limits.totalMs)
      const send: Send = (request) =>
        requestGuarded({
          ...request,
          headers: { ...HEADERS, ...request.headers },
          allowLoopback,
          signal: AbortSignal.any([deadline, AbortSignal.timeout(limits.requestMs)]),
        })
      try {
        return await resolveLink(send, new URL(address), password)
      } catch (error) {
        return { failed: reasonOf(error) }
      }
    },
  }
}

async function resolveLink(send: Send, address: URL, password: string): Promise<Resolution> {
  const { url, reply } = await follow(send, address)
  if (reply.status >= 400) return { failed: `the page answered ${reply.status}` }
  if (reply.kind === 'file') return { url: url.href }
  if (isUnshared(reply.text)) return { failed: 'the file is no longer shared' }
  const asked = findDownloadRequest(reply.text, password)
  if (asked !== undefined) return download(send, url, asked)
  const frame = findFrame(reply.text)
  if (frame === undefined) return { failed: 'the page leads to no file' }
  const inner = new URL(frame, url)
  const { text } = await send({ url: inner, headers: { referer: url.href } })
  const askedInside = findDownloadRequest(text, password)
  return askedInside === undefined
    ? { failed: 'the page leads to no file' }
    : download(send, inner, askedInside)
}

async function follow(send: Send, address: URL): Promise<{ url: URL; reply: GuardedReply }> {
  let url = address
  for (let redirects = 0; ; redirects++) {
    const reply = await send({ url })
    if (reply.kind !== 'redirect') return { url, reply }
    if (redirects === MOST_REDIRECTS) throw new Error('too many redirects')
    url = targetOf(reply, url)
  }
}

/** The second step: the page's own request for the address, and the redirect that follows. */
async function download(
  send: Send,
  page: URL,
  { path, fields }: { readonly path: string; readonly fields: Readonly<Record<string, string>> },
): Promise<Resolution> {
  const answer = await send({
    url: new URL(path, page),
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      referer: page.href,
      'x-requested-with': 'XMLHttpRequest',
    },
    body: new URLSearchParams(fields).toString(),
  })
  const found = readDownloadAnswer(answer.text)
  if ('failed' in found) return found
  const url = new URL(found.url)
  const reply = await send({ url })
  return { url: (reply.kind === 'redirect' ? targetOf(reply, url) : url).href }
}

function targetOf({ headers }: GuardedReply, from: URL): URL {
  const { location = '' } = headers
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined
  if (target?.protocol !== 'https:' && target?.protocol !== 'http:')
    throw new Error('a redirect leads nowhere')
  return target
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be read'
  return error.name === 'AbortError' || error.name === 'TimeoutError'
    ? 'it took too long'
    : error.message.slice(0, 200)
}
