import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { download, type Download, type Progress } from './download.ts'

const CONTENT = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251))
const SHA256 = createHash('sha256').update(CONTENT).digest('hex')

let folder: string
let mirror: Server
let asked: (string | undefined)[]
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-download-'))
  asked = []
  mirror = createServer((request, response) => {
    asked.push(request.headers.range)
    answer(request, response)
  })
  await new Promise<void>((done) => mirror.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  mirror.closeAllConnections()
  mirror.close()
  rmSync(folder, { recursive: true })
})

const file = () => join(folder, 'electron.zip')
const url = () => `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/v1/electron.zip`

/** @returns the reported progress */
async function get(more: Partial<Download> = {}): Promise<Progress[]> {
  const progress: Progress[] = []
  await download({
    ...{ url: url(), file: file(), sha256: SHA256, stallMs: 300, tries: 2 },
    report: (one) => progress.push(one),
    ...more,
  })
  return progress
}

/** Sends the rest from where the request wants it. */
function serve(request: IncomingMessage, response: ServerResponse, until = CONTENT.length): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  response.writeHead(start > 0 ? 206 : 200, {
    'content-length': CONTENT.length - start,
    ...(start > 0 && { 'content-range': `bytes ${start}-${CONTENT.length - 1}/${CONTENT.length}` }),
  })
  if (until === CONTENT.length) response.end(CONTENT.subarray(start))
  else response.write(CONTENT.subarray(start, until), () => response.destroy())
}

it('gets the file, and reports how far it is', async () => {
  answer = serve
  const progress = await get()
  expect(readFileSync(file()).equals(CONTENT)).toBe(true)
  expect(progress.at(-1)).toEqual({ received: CONTENT.length, total: CONTENT.length })
  expect(readdirSync(folder)).toEqual(['electron.zip'])
})

it('follows the source to another place', async () => {
  answer = (request, response) => {
    if (request.url === '/elsewhere') serve(request, response)
    else response.writeHead(302, { location: '/elsewhere' }).end()
  }
  await get()
  expect(readFileSync(file()).equals(CONTENT)).toBe(true)
})

it('continues by range when the source cuts off in the middle, as often as it gives something', async () => {
  answer = (request, response) => {
    serve(request, response, Math.min(CONTENT.length, asked.length * 50_000))
  }
  const progress = await get()
  expect(asked).toEqual([undefined, 'bytes=50000-', 'bytes=100000-', 'bytes=150000-'])
  expect(progress.at(-1)?.total).toBe(CONTENT.length)
  expect(readFileSync(file()).equals(CONTENT)).toBe(true)
})

it('continues in a later start, and begins anew where the source knows no ranges', async () => {
  answer = (request, response) => {
    if (asked.length === 1) serve(request, response, 70_000)
    else response.destroy()
  }
  await expect(get()).rejects.toThrow(/The next start continues after/)
  asked = []
  answer = serve
  await get()
  expect(asked).toEqual(['bytes=70000-'])

  rmSync(file())
  writeFileSync(`${file()}.part`, CONTENT.subarray(0, 10))
  answer = (_request, response) => response.end(CONTENT)
  await get()
  expect(readFileSync(file()).equals(CONTENT)).toBe(true)
})

it('waits for a slow source as long as something comes', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length })
    let sent = 0
    const timer = setInterval(() => {
      response.write(CONTENT.subarray(sent, sent + 25_000))
      sent += 25_000
      if (sent < CONTENT.length) return
      clearInterval(timer)
      response.end()
    }, 60)
  }
  const started = performance.now()
  await get()
  // Longer than a stall may last.
  expect(performance.now() - started).toBeGreaterThan(400)
})

describe('gives the reason when', () => {
  it('the source has no such file', async () => {
    answer = (_request, response) => response.writeHead(404).end()
    await expect(get()).rejects.toThrow(`${url()} answered HTTP 404`)
    expect(asked).toHaveLength(1)
  })

  it('the file is another one, which is thrown away', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(CONTENT.length))
    await expect(get()).rejects.toThrow(/checksum differs/)
    expect(readdirSync(folder)).toEqual([])
  })

  it('nothing comes', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length }).flushHeaders()
    }
    await expect(get()).rejects.toThrow(/127\.0\.0\.1:\d+ can't be reached or broke off \(nothing came for/)
    expect(asked).toHaveLength(2)
  })

  it('nobody is there', async () => {
    const gone = url()
    await new Promise((done) => mirror.close(done))
    const order = { url: gone, file: file(), sha256: SHA256, stallMs: 300, tries: 2 }
    await expect(download({ ...order, report: () => undefined })).rejects.toThrow(/ECONNREFUSED/)
    expect(existsSync(file())).toBe(false)
  })
})

it('goes through a proxy of the environment', async () => {
  const seen: (string | undefined)[] = []
  answer = (request, response) => {
    seen.push(request.url)
    serve(request, response)
  }
  const { download: throughProxy } = await import('./download.ts')
  const before = { ...process.env }
  process.env['HTTP_PROXY'] = new URL(url()).origin
  try {
    await throughProxy({
      ...{ url: 'http://electron.example/electron.zip', file: file(), sha256: SHA256 },
      ...{ stallMs: 300, tries: 1, report: () => undefined },
    })
  } finally {
    process.env = before
  }
  expect(seen).toEqual(['http://electron.example/electron.zip'])
})
