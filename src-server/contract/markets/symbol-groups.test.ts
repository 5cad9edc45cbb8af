import { describe, expect, it } from 'vitest'
import { assignedGroup, groupByName, plainSymbol, type MarketGroup } from './symbol-groups.ts'

const NAMES: Readonly<Record<MarketGroup, readonly string[]>> = {
  forex: [
    'EURUSD',
    'eurusd',
    'EURUSDm',
    'EURUSD.m',
    'EURUSD.pro',
    'EURUSDpro',
    'EURUSD_i',
    'EURUSD-ECN',
    '#EURUSD',
    '.EURUSD',
    'm.EURUSD',
    'EUR/USD',
    'FX:GBPJPY',
    'USDCNH',
    'AUDNZD+',
    'USDTRY.r',
    'EURUSD!',
  ],
  metals: [
    'XAUUSD',
    'XAUUSD.m',
    'XAUUSDm',
    'GOLD',
    'GOLDmicro',
    '#GOLD',
    'Gold.spot',
    'XAGEUR',
    'SILVER',
    'XPTUSD',
    'XAUCNH',
  ],
  indices: [
    'US30',
    '#US30',
    'US30.cash',
    'US30Cash',
    'US30_m',
    'US500',
    'USTEC',
    'USTECm',
    'NAS100',
    'NAS100.i',
    'SPX500',
    '[SP500]',
    '.US500Cash',
    'DJ30',
    'GER40',
    'DE40',
    'DAX40',
    'UK100',
    'JP225',
    'JPN225',
    'HK50',
    'AUS200',
    'FRA40',
    'EU50',
    'STOXX50',
    'ESP35',
    'CHINA50',
    'CN50',
    'US2000',
    'USDX',
  ],
  crypto: [
    'BTCUSD',
    'BTCUSD_i',
    'BTCUSDm',
    'BTCUSD.m',
    '#BTCUSD',
    'BTCUSDT',
    'BTC-USD',
    'BTC/USDT',
    'BTC',
    'ETHUSD',
    'ETHBTC',
    'SOLUSD',
    'XRPUSD.r',
    'DOGEUSD',
    'Bitcoin',
    'BTCXAU',
    'EURUSD,BTCUSD',
  ],
  unknown: [
    '',
    '   ',
    '.',
    'Volatility 75 Index',
    'Crash 500 Index',
    'USOIL',
    'AAPL',
    'TSLA.NAS',
    'EUREUR',
    'ETHAN',
    'US301',
    '黄金',
  ],
}

describe('groupByName', () => {
  it.each(Object.entries(NAMES).flatMap(([group, names]) => names.map((name) => [name, group])))(
    '%j is in %s',
    (name, group) => {
      expect(groupByName(name)).toBe(group)
    },
  )
})

describe('assignedGroup', () => {
  const assigned = [
    { symbol: 'Volatility*', group: 'crypto' },
    { symbol: 'volatility 75*', group: 'indices' },
    { symbol: 'VOLATILITY 75 INDEX', group: 'metals' },
    { symbol: 'BTCUSD.cme', group: 'indices' },
  ] as const

  it.each([
    ['Volatility 75 Index', 'metals'],
    ['Volatility 75 (1s) Index', 'indices'],
    ['Volatility 10 Index', 'crypto'],
    ['btcusd.CME', 'indices'],
    ['BTCUSD', undefined],
    ['', undefined],
  ])('%s has the group %s', (symbol, group) => {
    expect(assignedGroup(symbol, assigned)).toBe(group)
  })
})

describe('plainSymbol', () => {
  it.each([
    ['XAUUSD', 'XAUUSD'],
    ['XAUUSDm', 'XAUUSD'],
    ['XAUUSD+', 'XAUUSD'],
    ['m.XAUUSD_i', 'XAUUSD'],
    ['eurusd.pro', 'EURUSD'],
    ['BTCUSD#', 'BTCUSD'],
    ['ETHBTC.r', 'ETHBTC'],
    ['#GOLD', 'GOLD'],
    ['US30.cash', 'US30.cash'],
    ['XAUUSD,EURUSD', 'XAUUSD,EURUSD'],
    ['', ''],
  ])('of %s is %s', (symbol, plain) => {
    expect(plainSymbol(symbol)).toBe(plain)
  })
})
