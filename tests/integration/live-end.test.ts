import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleClient } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { RawConnection } from './raw-connection.ts'
import { addOperator, newStaff, PASSWORD, signIn } from './operators.ts'
import { withoutLooks } from './without-looks.ts'

let server: TestServer
let count = 0

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

interface Developer {
  readonly id: number
  readonly name: string
  readonly client: ConsoleClient
}

async function newDeveloper(): Promise<Developer> {
  const name = `watcher ${++count}`
  const id = await addOperator(server, name, 'developer')
  return { id, name, client: await signIn(server, name) }
}

/**
 * Opens the stream of this client. @returns a function that runs an act and waits for the end of the stream
 */
async function watch({
  url,
  cookie,
}: ConsoleClient): Promise<(act: () => Promise<unknown>) => Promise<void>> {
  const stream = await withoutLooks(() => fetch(`${url}/ajax.php?act=live`, { headers: { cookie } }))
  expect(stream.status).toBe(200)
  // Reads to the end: without an end the test runs into its time-out.
  const whole = stream.text()
  return async (act) => {
    await act()
    expect(await whole).toContain('event: hello')
  }
}

describe('a live stream ends at once', () => {
  it('when its viewer signs out', async () => {
    const { url, cookie } = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
    const connection = await RawConnection.open(url)
    const { host } = new URL(url)
    const { head } = await withoutLooks(async () => {
      await connection.write(`GET /ajax.php?act=live HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`)
      return connection.reply()
    })
    expect(head).toContain('text/event-stream')
    connection.end()
    await connection.closed()
  })

  it('when its session ends', async () => {
    const viewer = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
    const endsAfter = await watch(viewer)
    await endsAfter(() => viewer.call('logout', {}))
  })

  it.each<[string, (of: Developer) => Promise<unknown>]>([
    ['banned', ({ id }) => server.act('developer_ban', { id, reason: 'r' })],
    ['frozen', ({ id }) => server.act('developer_freeze', { id, reason: 'r' })],
    ['given another password by a link', ({ id }) => server.act('developer_password_reset', { id })],
    [
      'ended from another browser',
      async ({ name }) => (await signIn(server, name)).call('session_revoke', { all_others: true }),
    ],
    [
      'signed out by another password of their own',
      async ({ name }) =>
        (await signIn(server, name)).call('password_change', {
          old: PASSWORD,
          password: 'quite another one',
        }),
    ],
  ])('for a developer who is %s', async (_, act) => {
    const developer = await newDeveloper()
    const endsAfter = await watch(developer.client)
    await endsAfter(() => act(developer))
  })

  it.each<[string, (employer: ConsoleClient, staff: { id: number; role: number }) => Promise<unknown>]>([
    ['frozen', (employer, { id }) => employer.call('staff_freeze', { id, reason: 'r' })],
    ['deleted', (employer, { id }) => employer.call('staff_delete', { id })],
    [
      'shown less',
      (employer, { role }) => employer.call('role_update', { id: role, permissions: ['codes'] }),
    ],
  ])('for staff who are %s', async (_, act) => {
    const { client: employer } = await newDeveloper()
    const staff = await newStaff(server, employer, ['devices'])
    const endsAfter = await watch(staff.client)
    await endsAfter(() => act(employer, staff))
  })

  it("for a banned developer's staff and for nobody else", async () => {
    const developer = await newDeveloper()
    const staff = await newStaff(server, developer.client, ['devices'])
    const other = await newDeveloper()
    const { url, cookie } = other.client
    const stays = new AbortController()
    const stream = await fetch(`${url}/ajax.php?act=live`, { headers: { cookie }, signal: stays.signal })
    const ended = stream.text().then(
      () => 'ended',
      () => 'cut off here',
    )
    const endsAfter = await watch(staff.client)
    await endsAfter(() => server.act('developer_ban', { id: developer.id, reason: 'r' }))
    stays.abort()
    expect(await ended).toBe('cut off here')
  })
})
