import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { get as getHttp, Agent as HttpAgent, type AgentOptions, type IncomingMessage } from 'node:http'
import { get as getHttps, Agent as HttpsAgent } from 'node:https'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface Download {
  readonly url: string
  /** Where the whole file is put. `<file>.part` keeps what came, for the next attempt. */
  readonly file: string
  /** Lower-case hex. */
  readonly sha256: string
  /** Ends an attempt when nothing came for so long. The whole may take any time. */
  readonly stallMs: number
  /** Attempts in a row without a byte. */
  readonly tries: number
  readonly report: (progress: Progress) => void
}

export interface Progress {
  readonly received: number
  /** Undefined where the source doesn't say it. */
  readonly total: number | undefined
}

/** The download can't be had. The message gives the reason, for the person who waits for it. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed'
}

/** An attempt failed in a way that another attempt can mend. */
class Interrupted extends Error {}

const MOST_REDIRECTS = 5
const OK = 200
const PARTIAL = 206
const RANGE_REFUSED = 416

/**
 * Gets a file, continues where an earlier attempt ended, and keeps it only with the right checksum.
 * @throws DownloadFailed
 */
export async function download(order: Download): Promise<void> {
  const part = `${order.file}.part`
  mkdirSync(dirname(part), { recursive: true })
  let failed = 0
  for (;;) {
    const before = sizeOf(part)
    try {
      await attempt(order, part)
      break
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      failed = sizeOf(part) > before ? 1 : failed + 1
      if (failed >= order.tries) throw new DownloadFailed(explain(order, part, error.message))
    }
  }
  if ((await hashOf(part)) !== order.sha256) {
    rmSync(part)
    throw new DownloadFailed(
      `${order.url} is not the file that it should be: its checksum differs. It was thrown away`,
    )
  }
  renameSync(part, order.file)
}

async function attempt({ url, stallMs, report }: Download, part: string): Promise<void> {
  const start = sizeOf(part)
  const response = await request(url, start, stallMs)
  const { statusCode = 0, headers } = response
  if (statusCode === RANGE_REFUSED) {
    response.destroy()
    rmSync(part, { force: true })
    throw new Interrupted('the source has another size')
  }
  if (statusCode !== OK && statusCode !== PARTIAL) {
    response.destroy()
    throw new DownloadFailed(`${url} answered HTTP ${statusCode}`)
  }
  // A source without ranges sends the whole from its beginning.
  const isContinued =
    statusCode === PARTIAL && headers['content-range']?.startsWith(`bytes ${start}-`) === true
  const length = Number(headers['content-length'])
  let received = isContinued ? start : 0
  const total = Number.isFinite(length) ? received + length : undefined
  response.setTimeout(stallMs, () => response.destroy(new Error(stalled(stallMs))))
  const handle = openSync(part, isContinued ? 'a' : 'w')
  try {
    await keepAll(response, (chunk) => {
      writeSync(handle, chunk)
      received += chunk.length
      report({ received, total })
    })
  } catch (error) {
    if (isOfDisk(error)) throw new DownloadFailed(`${part} can't be written: ${textOf(error)}`)
    throw new Interrupted(textOf(error))
  } finally {
    closeSync(handle)
  }
}

/** Each chunk is kept before the next one comes, so that an end in the middle loses none. */
function keepAll(response: IncomingMessage, keep: (chunk: Buffer) => void): Promise<void> {
  return new Promise((done, fail) => {
    response.on('data', (chunk: Buffer) => {
      try {
        keep(chunk)
      } catch (error) {
        response.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    })
    response.once('end', done)
    response.once('error', fail)
    response.once('close', () => {
      fail(new Error('the connection was closed'))
    })
  })
}

/** Proxies come from HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
type ProxyOptions = AgentOptions & { proxyEnv: NodeJS.ProcessEnv }
const PROXY: ProxyOptions = { proxyEnv: process.env }

async function request(url: string, start: number, stallMs: number, redirects = 0): Promise<IncomingMessage> {
  if (redirects > MOST_REDIRECTS) throw new DownloadFailed(`${url} leads in a circle`)
  const response = await ask(url, start, stallMs)
  const { statusCode = 0, headers } = response
  const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined
  if (!isRedirect) return response
  response.destroy()
  return request(new URL(headers.location ?? '', url).href, start, stallMs, redirects + 1)
}

function ask(url: string, start: number, stallMs: number): Promise<IncomingMessage> {
  const headers = { 'user-agent': 'pulsekey', ...(start > 0 && { range: `bytes=${start}-` }) }
  const isPlain = url.startsWith('http:')
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asked = isPlain
    ? getHttp(url, { headers, agent: new HttpAgent(PROXY) }, resolve)
    : getHttps(url, { headers, agent: new HttpsAgent(PROXY) }, resolve)
  asked.setTimeout(stallMs, () => asked.destroy(new Error(stalled(stallMs))))
  asked.on('error', (error) => {
    reject(new Interrupted(textOf(error)))
  })
  return promise
}

function explain({ url }: Download, part: string, why: string): string {
  const kept = sizeOf(part)
  const rest = kept > 0 ? `. The next start continues after ${describeSize(kept)}` : ''
  return `${new URL(url).host} can't be reached or broke off (${why})${rest}`
}

export const describeSize = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

const stalled = (ms: number): string => `nothing came for ${Math.round(ms / 1000)} s`
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function isOfDisk(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT'].includes(String(error.code))
  )
}

/** Some errors of connections have no message, only the errors of each address that was tried. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}
