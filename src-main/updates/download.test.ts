import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { download } from './download.ts'
import type { ReleaseFile } from './feed.ts'

const CONTENT = randomBytes(200_000)
let server: Server
let answer: RequestListener
let folder: string
let file: ReleaseFile

beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'pulsekey-updates-')), 'updates')
  answer = (_request, response) => response.end(CONTENT)
  server = createServer((request, response) => {
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  file = {
    platform: 'linux',
    arch: 'x64',
    kind: 'deb',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a/Pulsekey-0.2.0.deb?x=1`,
    size: CONTENT.length,
    sha512: createHash('sha512').update(CONTENT).digest('base64'),
  }
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
  rmSync(join(folder, '..'), { recursive: true })
})

const get = () => download((url) => fetch(url), file, folder)

it('keeps the signed file, and no earlier one', async () => {
  await get()
  writeFileSync(join(folder, 'older.deb'), '')
  expect(await get()).toEqual({ path: join(folder, 'Pulsekey-0.2.0.deb') })
  expect(readdirSync(folder)).toEqual(['Pulsekey-0.2.0.deb'])
  expect(readFileSync(join(folder, 'Pulsekey-0.2.0.deb')).equals(CONTENT)).toBe(true)
})

const altered = Buffer.from(CONTENT)
altered[7] = (altered[7] ?? 0) ^ 1

it.each<[string, RequestListener, string]>([
  ['another content', (_request, response) => response.end(altered), 'altered'],
  [
    'more bytes than signed',
    (_request, response) => response.end(Buffer.concat([CONTENT, CONTENT])),
    'altered',
  ],
  ['fewer bytes than signed', (_request, response) => response.end(CONTENT.subarray(1)), 'incomplete'],
  ['a refusal', (_request, response) => response.writeHead(404).end(CONTENT), 'incomplete'],
  [
    'a broken connection',
    (_request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length })
      response.write(CONTENT.subarray(0, 1000), () => response.destroy())
    },
    'incomplete',
  ],
])('discards %s', async (_what, listener, why) => {
  answer = listener
  expect(await get()).toBe(why)
  expect(readdirSync(folder)).toEqual([])
})

it('reports that nothing answers', async () => {
  server.close()
  server.closeAllConnections()
  expect(await get()).toBe('incomplete')
})
