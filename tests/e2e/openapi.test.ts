import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../build/documents/read-document.ts'
import { TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

describe.each(['runtime.json', 'console.json'])('openapi/%s of the built console', (name) => {
  it('is the committed document, at the console’s address, without a sign-in', async () => {
    const response = await fetch(`${server.running.consoleUrl}/console/openapi/${name}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('content-encoding')).not.toBeNull()
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(await response.json()).toEqual(JSON.parse(readDocument(`docs/openapi/${name}`)))
  })

  it('is not at the public address', async () => {
    expect((await fetch(`${server.running.publicUrl}/console/openapi/${name}`)).status).toBe(404)
  })
})
