import type { ConsoleSession } from '../bench/server/console-session.ts'
import type { Page } from '../../src-server/contract/paging.ts'
import type { CodeRecord } from '../../src-server/contract/records/code.ts'
import type { DeviceRecord } from '../../src-server/contract/records/device.ts'
import type { Findings } from './findings.ts'
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

function checkFirstUses(
  ledger: Ledger,
  codes: ReadonlyMap<string, CodeRecord>,
  devices: ReadonlyMap<string, DeviceRecord>,
  findings: Findings,
): void {
  for (const [kami, { markcode, vip }] of ledger.firstUses) {
    const code = codes.get(kami)
    if (vip === undefined) {
      // The answer was lost: the act happened whole or not at all.
      const times = [code?.use_time, code?.end_time]
      const isWhole =
        code?.markcode === ''
          ? times.every((time) => time === null)
          : code?.markcode === markcode && times.every((time) => typeof time === 'number')
      findings.check(isWhole, 'unsafe', `half of an unanswered first use of ${kami}`)
      continue
    }
    const isKept = code?.markcode === markcode && code.end_time === vip && code.state === 'in_use'
    findings.check(isKept, 'lost', `first use of ${kami}`)
    findings.check(code?.use_time === vip - (code?.seconds ?? 0), 'doubled', `time of ${kami}`)
    if (!markcode.includes('@')) continue
    const device = devices.get(markcode)
    findings.check(device?.license === kami && device.vip === vip, 'lost', `trading account of ${kami}`)
  }
}

function checkDeductions(
  ledger: Ledger,
  codes: ReadonlyMap<string, CodeRecord>,
  uses: number,
  findings: Findings,
): void {
  for (const [kami, { sent, answered }] of ledger.deductions) {
    const taken = uses - (codes.get(kami)?.left ?? Number.NaN)
    findings.check(taken >= answered, 'lost', `uses of ${kami}: ${answered} answered, ${taken} taken`)
    findings.check(taken <= sent, 'doubled', `uses of ${kami}: ${sent} sent, ${taken} taken`)
  }
}

async function checkCommands(
  session: ConsoleSession,
  account: AccountLedger,
  findings: Findings,
): Promise<void> {
  const { commands, pause_open: isPaused } = await session.call('device_get', { id: account.id })
  const of = account.accountKey
  findings.check(account.pauses.has(isPaused), 'lost', `pause_open of ${of}`)
  const reasons = commands.map(({ reason }) => reason)
  findings.check(new Set(reasons).size === reasons.length, 'doubled', `a command of ${of}`)
  for (const reason of reasons)
    findings.check(account.asks.has(reason), 'unsafe', `a command that nobody asked for: ${reason}`)
  for (const [reason, isAnswered] of account.asks)
    if (isAnswered) findings.check(reasons.includes(reason), 'lost', `command ${reason}`)
  const delivered = commands.filter((command) => command.delivered_at !== null).length
  findings.check(account.received <= delivered, 'doubled', `close_all=1 received by ${of}`)
  findings.check(account.received + account.lostPulses >= delivered, 'lost', `close_all=1 delivered to ${of}`)
  const [latest] = commands
  account.phase = latest?.state === 'asked' ? 'asked' : latest?.state === 'delivered' ? 'ordered' : 'idle'
}

/** Compares everything that was ever acknowledged to the clients with the server's state. */
export async function checkLedger(
  session: ConsoleSession,
  app: number,
  ledger: Ledger,
  uses: number,
  findings: Findings,
): Promise<void> {
  findings.unsafe.push(...ledger.surprises.splice(0))
  const codes = await readAll((after) => session.call('code_list', { after, size: PAGE, filter: { app } }))
  const devices = await readAll((after) =>
    session.call('device_list', { after, size: PAGE, filter: { app } }),
  )
  const byKami = new Map(codes.map((code) => [code.kami, code]))
  checkFirstUses(ledger, byKami, new Map(devices.map((device) => [device.account_key, device])), findings)
  checkDeductions(ledger, byKami, uses, findings)
  for (const account of ledger.accounts.values()) await checkCommands(session, account, findings)
}
