import type { ConsoleClient } from '../../support/console-client.ts'
import type { TestServer } from '../../support/test-server.ts'
import { missing, type Attempts, type Target } from './attempt.ts'

const SECRET = 'the bridge of the target'

/** A binding that waits for the vendor, because the account is bound to another person. @returns its code */
export async function furnishHeldBind(
  server: TestServer,
  developer: ConsoleClient,
  app: number,
  accountKey: string,
): Promise<string> {
  await developer.call('app_update', { app, mt5: { bind_secret: SECRET, bind_approval: true } })
  const call = (action: string, params: Record<string, string>) =>
    server.api('mt5messenger_bind', app, { action, ...params })
  let code = ''
  for (const openId of ['ou_first', 'ou_second']) {
    code = String((await call('request', { account_key: accountKey }))['bind_code'])
    await call('confirm', { bind_code: code, secret: SECRET, open_id: openId })
  }
  return code
}

/** The target's account is bound to one person, and a second person waits for the developer's approval. */
export const messengerAttempts = ({ app, device, held }: Target) => {
  const none = (input: unknown) => ({ input, expected: { none: true } }) as const
  return {
    messenger_test: missing({ app, open_id: 'ou_1' }),
    messenger_check: missing({ app }),
    messenger_status: missing({ app }),
    bind_request_list: [none({}), none({ filter: { app } })],
    bind_request_handle: missing({ code: held, decision: 'approve' }),
    messenger_unbind: missing({ device }),
  } satisfies Partial<Attempts>
}
