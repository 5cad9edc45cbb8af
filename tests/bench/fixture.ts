import { generateKeyPairSync } from 'node:crypto'
import { MAX_IMPORTED_DEVICES, PERMANENT_VIP } from '../../src-server/contract/limits.ts'
import { accountKeyOf } from './load/calls.ts'
import type { ConsoleSession } from './server/console-session.ts'

export type Guard = 'plain' | 'signed' | 'rc4' | 'rsa'
/** The guards of the throughput part. RSA is measured beside other forms of a call. */
export const GUARDS: readonly Guard[] = ['plain', 'signed', 'rc4']

/** One application and its count codes, set up through the console as a vendor does it. */
export interface BenchApp {
  readonly app: number
  readonly appkey: string
  readonly rc4Key: string
  /** PEM. Empty without RSA. */
  readonly rsaPublicKey: string
  readonly guard: Guard
  readonly kamis: readonly string[]
}

export const KAMI_COUNT = 400
const RSA = {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
} as const
/** Below the number that means "unlimited, never lessened". */
export const USES = 100_000_000

export async function createApp(session: ConsoleSession, guard: Guard): Promise<BenchApp> {
  const created = await session.call('app_create', { name: `bench ${guard}` })
  const rsa = guard === 'rsa' ? generateKeyPairSync('rsa', RSA) : undefined
  await session.call('app_update', {
    // Its cost is in docs/performance.md: with it, every other figure would change.
    sign_answers: false,
    app: created.app,
    sign: guard !== 'plain',
    // Wider than the usual 10 s: on a slow machine the last calls of a sample are that old when they are
    // sent.
    window: guard === 'plain' ? 0 : 30,
    encrypt: guard === 'rc4' || guard === 'rsa',
    mi_type: guard === 'rc4' ? 3 : guard === 'rsa' ? 4 : 0,
    ...(rsa !== undefined && { rsa_private_key: rsa.privateKey }),
    mt5: { enabled: true, auto_trial: true, trial_seconds: 30 * 86_400 },
  })
  const { kamis } = await session.call('code_generate', {
    app: created.app,
    type: 'count',
    amount: USES,
    count: KAMI_COUNT,
  })
  return {
    app: created.app,
    appkey: created.appkey,
    rc4Key: created.rc4_key,
    rsaPublicKey: rsa?.publicKey ?? '',
    guard,
    kamis,
  }
}

/** The uses that all codes of the application lost so far. */
export async function countDeductions(session: ConsoleSession, { app, kamis }: BenchApp): Promise<number> {
  const { rows } = await session.call('code_list', { size: KAMI_COUNT, filter: { app } })
  return rows.reduce((taken, { left }) => taken + USES - (left ?? 0), 0) - (kamis.length - rows.length) * USES
}

/** Creates trading accounts through the console, because trials by strangers' logins are limited. */
export async function createAccounts(session: ConsoleSession, app: number, accounts: number): Promise<void> {
  for (let first = 0; first < accounts; first += MAX_IMPORTED_DEVICES) {
    const rows = Array.from({ length: Math.min(MAX_IMPORTED_DEVICES, accounts - first) }, (_, index) => ({
      account_key: accountKeyOf(first + index),
      vip: PERMANENT_VIP,
    }))
    const { done, skipped } = await session.call('device_import', { app, rows })
    if (done !== rows.length) throw new Error(`not imported: ${JSON.stringify(skipped[0])}`)
  }
}
