import type { OutboxMessage } from '../../src-server/domain/outbox/message.ts'
import type { TestServer } from '../support/test-server.ts'

let made = 0

/** A text to a messenger's recipient by default. */
export function outgoing(server: TestServer, change: Partial<OutboxMessage> = {}): OutboxMessage {
  return {
    key: `test:${++made}`,
    kind: 'messenger',
    purpose: 'request',
    appId: null,
    deviceId: null,
    operatorId: null,
    openId: change.kind === 'mail' ? '' : 'ou_customer',
    subject: '',
    text: `message ${made}`,
    createdAt: server.clock.now(),
    ...change,
  }
}

/** Stores messages as their causes do, in one unit of work. */
export async function leave(
  server: TestServer,
  ...changes: readonly Partial<OutboxMessage>[]
): Promise<void> {
  await server.store.write(
    async (unit) => {
      for (const change of changes) await unit.outbox.add(outgoing(server, change))
    },
    { durable: true },
  )
}

/** A message that was given up. @returns its id */
export async function leaveDead(server: TestServer, change: Partial<OutboxMessage>): Promise<number> {
  const outcome = { state: 'dead', lastError: 'recipient 230013', parcel: '', sentAt: null } as const
  await server.store.write((unit) => unit.outbox.record(outgoing(server, change), outcome), { durable: true })
  const { rows } = await server.act('message_list', { filter: { state: 'dead' }, size: 1 })
  return rows[0]!.id
}
