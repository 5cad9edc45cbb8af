import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressAnswers } from './compress-answers.ts'
import { createConsoleFiles } from './console-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'console-files-'))
const DOCUMENT = JSON.stringify({
  openapi: '3.1.1',
  paths: Object.fromEntries(Array(500).fill('a path').entries()),
})
let server: Server
let url: string

beforeAll(async () => {
  mkdirSync(join(folder, 'openapi'))
  for (const name of ['runtime.json', 'secret.json']) writeFileSync(join(folder, 'openapi', name), DOCUMENT)
  const random = { below: () => 0, bytes: (length: number) => new Uint8Array(length) }
  const app = express()
  app.use(compressAnswers(random, { error: () => undefined }))
  app.use(
    '/console',
    createConsoleFiles(folder, random as unknown as Parameters<typeof createConsoleFiles>[1]),
  )
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/console/openapi`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

describe('the OpenAPI documents at the console’s door', () => {
  it('come as JSON, compressed, for no other origin', async () => {
    const response = await fetch(`${url}/runtime.json`, {
      headers: { origin: 'https://other.example', 'accept-encoding': 'br' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(await response.text()).toBe(DOCUMENT)
  })

  it('are two: another name, and a document that the build lacks, are not found', async () => {
    for (const name of ['console.json', 'x.json', '..%2f..%2fpackage.json'])
      expect((await fetch(`${url}/${name}`)).status).toBe(404)
  })
})
