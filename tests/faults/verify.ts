import { expect } from 'vitest'
import type { ConsoleSession } from '../bench/server/console-session.ts'
import type { Page } from '../../src-server/contract/paging.ts'
import type { CodeRecord } from '../../src-server/contract/records/code.ts'
import type { DeviceRecord } from '../../src-server/contract/records/device.ts'
import type { AccountLedger, Ledger } from './ledger.ts'

const PAGE = 500

/** Every row of a list, page by page. */
async function readAll<R>(read: (after: string | undefined) => Promise<Page<R>>): Promise<R[]> {
  const rows: R[] = []
  let after: string | undefined
  do {
    const page = await read(after)
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after !== undefined)
  return rows
}

function verifyFirstUses(
  ledger: Ledger,
  codes: Map<string, CodeRecord>,
  devices: Map<string, DeviceRecord>,
): void {
  for (const [kami, { markcode, vip }] of ledger.firstUses) {
    const code = codes.get(kami)
    if (vip === undefined) {
      // The answer was lost: the act happened whole or not at all.
      const untouched = { markcode: '', use_time: null, end_time: null }
      const used = {
        markcode,
        use_time: expect.any(Number) as number,
        end_time: expect.any(Number) as number,
      }
      expect(code, `unanswered first use of ${kami}`).toMatchObject(code?.markcode === '' ? untouched : used)
      continue
    }
    expect(code, `answered first use of ${kami}`).toMatchObject({ markcode, end_time: vip, state: 'in_use' })
    expect(code?.use_time, `answered first use of ${kami}`).toBe(vip - (code?.seconds ?? 0))
    if (markcode.includes('@')) {
      expect(devices.get(markcode), `device of ${kami}`).toMatchObject({ license: kami, vip })
    }
  }
}

function verifyDeductions(ledger: Ledger, codes: Map<string, CodeRecord>, uses: number): void {
  for (const [kami, { sent, answered }] of ledger.deductions) {
    const taken = uses - (codes.get(kami)?.left ?? NaN)
    expect(taken, `uses taken from ${kami}`).toBeGreaterThanOrEqual(answered)
    expect(taken, `uses taken from ${kami}`).toBeLessThanOrEqual(sent)
  }
}

async function verifyCommands(session: ConsoleSession, account: AccountLedger): Promise<void> {
  const { commands, pause_open: paused } = await session.call('device_get', { id: account.id })
  const of = account.accountKey
  expect(account.pauses, `pause_open of ${of}`).toContain(paused)
  const reasons = commands.map(({ reason }) => reason)
  expect(new Set(reasons).size, `commands of ${of}, each once`).toBe(reasons.length)
  for (const reason of reasons) expect(account.asks.has(reason), `${reason}: was asked for`).toBe(true)
  for (const [reason, answered] of account.asks) {
    if (answered) expect(reasons, `acknowledged commands of ${of}`).toContain(reason)
  }
  const delivered = commands.filter((command) => command.delivered_at !== null).length
  expect(account.received, `close_all=1 received by ${of}`).toBeLessThanOrEqual(delivered)
  expect(
    account.received + account.lostPulses,
    `close_all=1 received or lost by ${of}`,
  ).toBeGreaterThanOrEqual(delivered)
  const [latest] = commands
  account.phase = latest?.state === 'asked' ? 'asked' : latest?.state === 'delivered' ? 'ordered' : 'idle'
}

/** Compares everything that was ever acknowledged to the clients with the server's state. */
export async function verifyLedger(
  session: ConsoleSession,
  app: number,
  ledger: Ledger,
  uses: number,
): Promise<void> {
  expect(ledger.surprises).toEqual([])
  const codes = await readAll((after) => session.call('code_list', { after, size: PAGE, filter: { app } }))
  const devices = await readAll((after) =>
    session.call('device_list', { after, size: PAGE, filter: { app } }),
  )
  const byKami = new Map(codes.map((code) => [code.kami, code]))
  verifyFirstUses(ledger, byKami, new Map(devices.map((device) => [device.account_key, device])))
  verifyDeductions(ledger, byKami, uses)
  for (const account of ledger.accounts.values()) await verifyCommands(session, account)
}
