import { expect } from 'vitest'
import type { TestServer } from '../support/test-server.ts'

/** A binding code, as the terminal of an account asks for one. */
export async function bindCode(server: TestServer, app: number, key: string): Promise<string> {
  const reply = await server.api('mt5messenger_bind', app, { action: 'request', account_key: key })
  expect(reply).toMatchObject({ code: 200 })
  return String(reply['bind_code'])
}

/** The person that an account is bound to. */
export async function boundTo(server: TestServer, id: number): Promise<string> {
  return (await server.act('device_get', { id })).messenger_open_id
}
