import type { Random } from '../random.ts'

export interface Account {
  readonly login: string
  readonly server: string
}

/** Spaces, hyphens, dots and case are part of a trading server's name. */
const SERVERS = [
  'MetaQuotes-Demo',
  'XMGlobal-MT5 2',
  'XMGlobal-MT5 10',
  'ICMarketsSC-MT5-4',
  'ICMarkets-Demo 02',
  'EightcapLtd-Demo3',
  'EightCapLtd-Demo2',
  'Exness-MT5Real8',
  'RoboForex-ECN',
  'Pepperstone-MT5-Live01',
] as const

/**
 * The account number `index` of a fleet: the same ones for the same seed, so that codes stay bound to them.
 */
export function accountAt(seed: number, index: number, random: Random): Account {
  return {
    login: String(51_000_000 + (Math.abs(seed) % 1000) * 100_000 + index),
    server: random.pick(SERVERS),
  }
}

export function accountKey({ login, server }: Account): string {
  return `${login}@${server}`
}
