import { signPairs, type Pair } from '../simulator/wire/signature.ts'
import type { ConsoleClient } from './console-client.ts'
import { callApi, type ApiReply } from './runtime-client.ts'

/** A signed login with a code of five uses. The bytes are the same each time. */
export interface RepeatedLogin {
  send(): Promise<ApiReply>
  /** The uses that the code still has. */
  left(): Promise<number | null | undefined>
}

/** @param url the server's public address */
export async function createRepeatedLogin(owner: ConsoleClient, url: string): Promise<RepeatedLogin> {
  const { app } = await owner.call('app_create', { name: 'Signed' })
  await owner.call('app_update', { app, sign: true, window: 300 })
  const { appkey } = await owner.call('app_get', { app })
  const { kamis } = await owner.call('code_generate', { app, type: 'count', amount: 5, count: 1 })
  const pairs: Pair[] = [
    ['kami', kamis[0] ?? ''],
    ['markcode', 'PC'],
    ['t', String(Math.floor(Date.now() / 1000))],
  ]
  const params = Object.fromEntries([...pairs, ['sign', signPairs(pairs, appkey)]])
  return {
    send: () => callApi(url, 'kmlogon', app, params),
    left: async () => (await owner.call('code_list', { filter: { app } })).rows[0]?.left,
  }
}
