import type { MessagePurpose } from '../../src-server/contract/outgoing-names.ts'
import type { OutboxRow } from '../../src-server/domain/outbox/message.ts'
import type { MailStub } from '../support/mail-stub.ts'
import type { TestServer } from '../support/test-server.ts'

export const OWNER_MAILBOX = 'owner@example.com'

/**
 * Gives the platform a mail server and the owner a mailbox.
 * @param stub without it the mail server doesn't exist, and mails wait
 */
export async function openMail(server: TestServer, stub?: MailStub): Promise<void> {
  const nowhere = {
    host: '127.0.0.1',
    port: 9,
    security: 'plain',
    from_address: 'pulsekey@example.com',
  } as const
  await server.act('settings_set', { mail: stub?.settings ?? nowhere })
  await server.act('profile_set', { email: OWNER_MAILBOX })
}

/** Mails as sent, the oldest first. */
export async function mailsOf(
  server: Pick<TestServer, 'store'>,
  filter: { readonly purpose?: MessagePurpose; readonly operatorId?: number } = {},
): Promise<OutboxRow[]> {
  const query = { offset: 0, limit: 1000, sort: 'id', desc: false } as const
  const { purpose, operatorId } = filter
  const { rows } = await server.store.read((unit) =>
    unit.outbox.list({ kind: 'everything' }, { kind: 'mail', purpose }, query),
  )
  return rows.filter((row) => operatorId === undefined || row.operatorId === operatorId)
}
