import type { TestServer } from '../../support/test-server.ts'

/** The figures of one account's pulse. */
export interface Figures {
  readonly equity: number
  readonly balance: number
  readonly dd: number
  readonly positions: number
  readonly buy_pos: number
  readonly sell_pos: number
  readonly float_pnl: number
  readonly margin_level: number
  readonly symbol: string
}

export interface MarketAccount {
  readonly id: number
  readonly login: string
  readonly key: string
  readonly figures: Figures
}

const SERVERS = ['ICMarketsSC-MT5-4', 'XMGlobal-MT5 2', 'Exness-MT5Real8']
const SYMBOLS = ['XAUUSD', 'EURUSD', 'US30']
const FIRST_LOGIN = 700_001
const LICENSED_UNTIL = 4_000_000_000
const CALLS_AT_ONCE = 25

/**
 * Figures of every kind, the same in every run: one in ten critical, a quarter flat, half of the others in
 * loss.
 */
export function figuresOf(index: number): Figures {
  const positions = index % 4
  const floating = positions === 0 ? 0 : (index % 2 === 0 ? 1 : -1) * (index + 0.5)
  const balance = 10_000 + index * 100
  return {
    equity: balance + floating,
    balance,
    dd: index % 10 === 0 ? 25 : index % 10 === 1 ? 12 : 2 + (index % 7),
    positions,
    buy_pos: Math.ceil(positions / 2),
    sell_pos: Math.floor(positions / 2),
    float_pnl: floating,
    margin_level: positions === 0 ? 0 : 800 + index,
    symbol: SYMBOLS[index % SYMBOLS.length]!,
  }
}

async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += CALLS_AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + CALLS_AT_ONCE).map(act))))
  return results
}

/** So many licensed accounts of an application, which don't call yet. */
export function licenseAccounts(server: TestServer, app: number, count: number): Promise<MarketAccount[]> {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return inTurns(indexes, async (index) => {
    const login = String(FIRST_LOGIN + index)
    const key = `${login}@${SERVERS[index % SERVERS.length]!}`
    const label = `Customer ${index + 1}`
    const { id } = await server.act('device_create', { app, account_key: key, vip: LICENSED_UNTIL, label })
    return { id, login, key, figures: figuresOf(index) }
  })
}

type Change = Partial<Figures> & { readonly currency?: string }

/** One pulse of an account. @returns the answer */
export function pulse(server: TestServer, app: number, account: MarketAccount, change: Change = {}) {
  return server.api('mt5pulse', app, { account_key: account.key, ...account.figures, ...change })
}

/** One pulse of each account. */
export async function pulseAll(
  server: TestServer,
  app: number,
  accounts: readonly MarketAccount[],
  change: Change = {},
): Promise<void> {
  await inTurns(accounts, (account) => pulse(server, app, account, change))
}
