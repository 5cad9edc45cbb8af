import type { ConsoleSession } from '../bench/server/console-session.ts'
import type { Random } from '../simulator/random.ts'
import { readField, readFlag } from '../simulator/wire/reply.ts'
import type { AccountLedger, Ledger } from './ledger.ts'
import type { LicenceClient } from './licence-client.ts'
import { isSuccess } from './licence-client.ts'

/** Lanes of mixed load. Each sends one call at a time and ends when the server ends or `stop` is set. */
export interface LaneContext {
  readonly ledger: Ledger
  /** A client program with its own connection. */
  readonly openClient: () => LicenceClient
  /** Called after every acknowledged durable effect. */
  readonly acknowledge: () => void
  readonly stopped: () => boolean
}

function refuse(ledger: Ledger, what: string, text: string): void {
  ledger.surprises.push(`${what}: ${text}`)
}

/** Uses each code for the first time, every other one for a trading account. */
export async function useCodes(context: LaneContext, kamis: Iterator<string>, round: number): Promise<void> {
  const { ledger } = context
  const client = context.openClient()
  for (let next = kamis.next(); next.done !== true && !context.stopped(); next = kamis.next()) {
    const kami = next.value
    const serial = ledger.firstUses.size
    const markcode = serial % 2 === 0 ? `PC-${serial}` : `${70_000_000 + serial}@Faults-MT5 2`
    const use: { markcode: string; vip: number | undefined } = { markcode, vip: undefined }
    ledger.firstUses.set(kami, use)
    const text = await client.kmlogon(kami, markcode, `first-${round}-${serial}`)
    if (text === undefined) break
    if (isSuccess(text)) {
      use.vip = Number(readField(text, 'vip'))
      context.acknowledge()
    } else {
      refuse(ledger, `first use of ${kami}`, text)
    }
  }
  client.close()
}

/** Logs in with one count code again and again. */
export async function deductUses(context: LaneContext, kami: string, lane: string): Promise<void> {
  const client = context.openClient()
  const counted = context.ledger.deductions.get(kami) ?? { sent: 0, answered: 0 }
  context.ledger.deductions.set(kami, counted)
  for (let serial = 0; !context.stopped(); serial += 1) {
    counted.sent += 1
    const text = await client.kmlogon(kami, `PC-${kami}`, `${lane}-${serial}`)
    if (text === undefined) break
    if (isSuccess(text)) {
      counted.answered += 1
      context.acknowledge()
    } else {
      refuse(context.ledger, `deduction from ${kami}`, text)
    }
  }
  client.close()
}

const OPEN_POSITIONS = 3

/**
 * Pulses once: with three positions until a close order comes, with none until the server acknowledges it.
 */
export async function pulseOnce(
  ledger: Ledger,
  account: AccountLedger,
  client: LicenceClient,
): Promise<boolean> {
  const reportsFlat = account.phase === 'ordered'
  const text = await client.pulse(account.accountKey, reportsFlat ? 0 : OPEN_POSITIONS)
  if (text === undefined) {
    account.lostPulses += 1
    return false
  }
  if (!isSuccess(text)) {
    refuse(ledger, `pulse of ${account.accountKey}`, text)
    return true
  }
  if (readFlag(text, 'close_all')) {
    account.received += 1
    account.phase = 'ordered'
  } else if (reportsFlat) {
    account.phase = 'idle'
  }
  return true
}

export async function pulseOn(context: LaneContext, account: AccountLedger): Promise<void> {
  const client = context.openClient()
  while (!context.stopped() && (await pulseOnce(context.ledger, account, client)));
  client.close()
}

/** Changes pause switches, and requests a close for accounts without a pending one. */
export async function controlAccounts(
  context: LaneContext,
  session: ConsoleSession,
  accounts: readonly AccountLedger[],
  random: Random,
  round: number,
): Promise<void> {
  for (let serial = 0; !context.stopped(); serial += 1) {
    const account = accounts[random.below(accounts.length)]
    if (account === undefined) return
    try {
      if (account.phase === 'idle' && random.chance(0.5)) {
        const reason = `round ${round}, ${account.accountKey}, ${serial}`
        account.asks.set(reason, false)
        // The pulse that takes the command may get its answer before the console does.
        account.phase = 'asked'
        await session.call('device_control', { ids: [account.id], close_all: true, reason })
        account.asks.set(reason, true)
      } else {
        const pause = random.chance(0.5)
        account.pauses.add(pause)
        await session.call('device_control', { ids: [account.id], pause_open: pause })
        account.pauses = new Set([pause])
      }
      context.acknowledge()
    } catch (error) {
      // A refusal of the console has an answer; a server that ended has none.
      if (!(error instanceof Error) || !error.message.includes('answered')) return
      context.ledger.surprises.push(error.message)
    }
  }
}
