import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { createPublicPage, readPublicAssets } from './public-page.ts'

/**
 * A manifest as Vite writes it: the page has a shared chunk and one it loads later, and the console has its
 * own chunk.
 */
const MANIFEST = {
  'index.html': { file: 'assets/index-1.js', imports: ['_base-1.js'], css: ['assets/index-1.css'] },
  'public.html': {
    file: 'assets/public-1.js',
    imports: ['_base-1.js'],
    dynamicImports: ['public/later.ts'],
    css: ['assets/public-1.css'],
  },
  '_base-1.js': { file: 'assets/base-1.js', imports: ['public.html'], assets: ['assets/icon-1.svg'] },
  'public/later.ts': { file: 'assets/later-1.js' },
}
const FILES = [
  'index-1.js',
  'index-1.css',
  'public-1.js',
  'public-1.css',
  'base-1.js',
  'icon-1.svg',
  'later-1.js',
]

async function serve(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-page-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  let byte = 0
  const random = { bytes: (count: number) => new Uint8Array(count).fill(++byte), below: () => 0 }
  const server = createServer(express().use(createPublicPage(folder, readPublicAssets(folder), random)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const built = () =>
  serve({
    'manifest.json': JSON.stringify(MANIFEST),
    'public.html': '<p nonce="__CSP_NONCE__">customers</p>',
    'index.html': 'the console',
    ...Object.fromEntries(FILES.map((name) => [`assets/${name}`, name])),
  })

it('is at /, with a new nonce each time that its policy names, and is never cached', async () => {
  const url = await built()
  const nonces = new Set<string>()
  for (const _ of [1, 2]) {
    const response = await fetch(`${url}/`)
    const [, nonce = ''] = /nonce="([\w-]+)"/.exec(await response.text()) ?? []
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(2)
})

it('serves what the page reaches, at once or later, and nothing of the console', async () => {
  const url = await built()
  const statuses = await Promise.all(
    FILES.map(async (name) => [name, (await fetch(`${url}/assets/${name}`)).status] as const),
  )
  expect(Object.fromEntries(statuses)).toEqual({
    'index-1.js': 404,
    'index-1.css': 404,
    'public-1.js': 200,
    'public-1.css': 200,
    'base-1.js': 200,
    'icon-1.svg': 200,
    'later-1.js': 200,
  })
  for (const path of ['/manifest.json', '/index.html', '/public.html', '/assets/', '/assets/../index.html'])
    expect((await fetch(url + path)).status, path).toBe(404)
  expect((await fetch(`${url}/assets/%2e%2e/manifest.json`)).status).toBe(404)
})

it('sends its assets compressed to clients that accept that, and cacheable for ever', async () => {
  const script = 'a line of the page;'.repeat(1000)
  const files = { 'assets/public-1.js': script, 'assets/public-1.js.br': brotliCompressSync(script) }
  const manifest = JSON.stringify({ 'public.html': { file: 'assets/public-1.js' } })
  const url = await serve({ 'manifest.json': manifest, ...files })
  const responseFor = (encoding: string) =>
    fetch(`${url}/assets/public-1.js`, { headers: { 'accept-encoding': encoding } })
  for (const [encoding, sent] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
  ] as const) {
    const response = await responseFor(encoding)
    expect(response.headers.get('content-encoding'), encoding).toBe(sent)
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(await response.text()).toBe(script)
    const etag = response.headers.get('etag')!
    expect(await statusOf(`${url}/assets/public-1.js`, encoding, etag)).toBe(304)
    expect(await statusOf(`${url}/assets/public-1.js`, encoding, '"other"')).toBe(200)
  }
  const tags = ['br', 'gzip', 'identity'].map(async (encoding) => (await responseFor(encoding)).headers)
  expect(new Set((await Promise.all(tags)).map((headers) => headers.get('etag'))).size).toBe(3)
})

/** The status for a browser that has the asset of this tag. fetch would ask for a new copy by itself. */
async function statusOf(url: string, encoding: string, tag: string): Promise<number | undefined> {
  const asked = get(url, { headers: { 'accept-encoding': encoding, 'if-none-match': tag }, agent: false })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

it('many simultaneous requests for a new asset all get the whole asset', async () => {
  const script = 'a line of the page;'.repeat(10_000)
  const url = await serve({
    'manifest.json': JSON.stringify({ 'public.html': { file: 'assets/public-1.js' } }),
    'assets/public-1.js': script,
  })
  const replies = await Promise.all(Array.from({ length: 8 }, () => fetch(`${url}/assets/public-1.js`)))
  for (const reply of replies) {
    expect(Number(reply.headers.get('content-length'))).toBeLessThan(script.length / 3)
    expect(await reply.text()).toBe(script)
  }
})

it('says so when nothing is built', async () => {
  const url = await serve({})
  expect(await (await fetch(`${url}/`)).text()).toContain('npm run build')
  expect((await fetch(`${url}/assets/public-1.js`)).status).toBe(404)
})
