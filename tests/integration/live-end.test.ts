import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleClient } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

it('a live stream ends when its session does', async () => {
  const viewer = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
  const stream = await fetch(`${viewer.url}/ajax.php?act=live`, { headers: { cookie: viewer.cookie } })
  expect(stream.status).toBe(200)
  await viewer.call('logout', {})
  // Reads to the end: without one the test runs into its time-out.
  expect(await stream.text()).toContain('event: hello')
})
