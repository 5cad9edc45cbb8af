/** The groups of symbols whose markets share a week. `unknown`: the name says nothing. */
export const MARKET_GROUPS = ['forex', 'metals', 'indices', 'crypto', 'unknown'] as const
export type MarketGroup = (typeof MARKET_GROUPS)[number]

/** A vendor's word about symbols. A `*` at the end means every symbol that begins so. */
export interface AssignedSymbol {
  readonly symbol: string
  readonly group: MarketGroup
}

const CURRENCIES = new Set(
  (
    'USD EUR GBP JPY CHF AUD NZD CAD CNH CNY HKD SGD SEK NOK DKK PLN HUF CZK RON TRY ZAR MXN BRL CLP COP RUB ILS ' +
    'THB INR IDR KRW TWD MYR PHP VND AED SAR KWD QAR KZT UAH'
  ).split(' '),
)

const METALS = /^(?:XAU|XAG|XPT|XPD|XCU|GOLD|SILVER|PLATINUM|PALLADIUM|COPPER)/

/** Coins by their codes, each before what it is quoted in. */
const COIN =
  'BTC|XBT|ETH|LTC|XRP|BCH|BNB|ADA|SOL|DOGE|DOT|TRX|XLM|EOS|LINK|LNK|UNI|AVAX|AVX|MATIC|POL|SHIB|SHB|XMR|DASH|DSH|ETC|ATOM|' +
  'NEO|ZEC|XTZ|FIL|ALGO|APT|ARB|SUI|TON|NEAR|ICP|AAVE|PEPE|BSV|TRUMP|HBAR|VET|SAND|MANA|CRV|INJ|OP'
const QUOTE = 'USDT|USDC|USD|EUR|GBP|JPY|AUD|CAD|CHF|CNH|BTC|ETH|XAU|XAG'
/** Six letters that end in what the first three are quoted in. */
const QUOTED = new RegExp(`^[A-Z]{3}(?:${[...CURRENCIES].join('|')})$`)
const CRYPTO = new RegExp(
  `^(?:(?:${COIN})(?:${QUOTE})|(?:BTC|XBT|ETH|LTC|XRP|DOGE)$|BITCOIN|ETHEREUM|LITECOIN|RIPPLE|DOGECOIN|CRYPTO)`,
)

/** Stock indices by the names that brokers use: with a number, and by words. */
const NUMBERED = [
  '(?:US|USA|WS|DJ|DOW|WALLSTREET|WALLST)30',
  'USA?(?:100|500|2000)',
  '(?:NAS|NQ|NDX|USTECH)100',
  '(?:SP|SPX)500',
  'RUSS2000',
  '(?:GER|DE|DEU|GDAXI|DAX|D)(?:30|40)',
  'MIDDE(?:50|60)',
  '(?:UK|GBR|GB|FTSE)100',
  '(?:FRA?|F|CAC|FRANCE)40',
  '(?:EU|EUR|EUSTX|ESTX|STOXX|STX|EURO|EUROPE)50',
  '(?:ESP?|SPA|SPAIN|IBEX)35',
  '(?:IT|ITA)40',
  '(?:NETH|NED|NL|AEX)25',
  '(?:SWI|CH|SUI|SMI)20',
  '(?:JP|JPN|JAPAN|NI|NIK|NIKKEI)225',
  '(?:HK|HKG|HONGKONG)(?:33|50)',
  '(?:AUS?|ASX)200',
  '(?:CHINA|CHI|CN|CHN)A?50',
  'SG(?:20|30)',
  'IND(?:IA)?50',
  'NOR25',
  'SE30',
  'SA40',
  '(?:POL|WIG)20',
]
const WORDED = [
  'USTECH?',
  'USATECH?',
  'USAIND',
  'USAIDX',
  'NASDAQ',
  'NSDQ',
  'NDX',
  'SPX',
  'DJI',
  'DOWJONES',
  'WALLSTREET',
  'RUSSELL',
  'RTY',
  'VIX',
  'USDX',
  'DXY',
  'DAX',
  'TECDAX',
  'GDAXI',
  'MDAX',
  'FTSE',
  'CAC',
  'STOXX',
  'EUSTX',
  'IBEX',
  'AEX',
  'SMI',
  'NIKKEI',
  'TOPIX',
  'HKIND',
  'HSI',
  'HANGSENG',
  'ASX',
  'CHINA[AH]',
  'SIMSCI',
  'TAIWAN',
  'NIFTY',
  'SENSEX',
  'OMX',
  'SAFRICA',
]
const INDICES = new RegExp(`^(?:(?:${NUMBERED.join('|')})(?!\\d)|(?:${WORDED.join('|')})(?![A-Z]{2}))`)

function isPair(word: string): boolean {
  return (
    word.length >= 6 &&
    CURRENCIES.has(word.slice(0, 3)) &&
    CURRENCIES.has(word.slice(3, 6)) &&
    word.slice(0, 3) !== word.slice(3, 6)
  )
}

/** The letters and digits between the marks that brokers add: `#US30`, `XAUUSD.m`, `m.BTCUSD_i`, `BTC-USD`, `FX:EUR/USD`. */
function wordsOf(symbol: string): string[] {
  const words = symbol.toUpperCase().split(/[^A-Z0-9]+/)
  const [first = '', second = ''] = words.filter((word) => word !== '')
  return first === '' ? [] : [...words, first + second]
}

/**
 * The group of a symbol by its name. Prefixes and suffixes of brokers don't matter. Coins come first: an account
 * that names several symbols has an open market while one of them has.
 */
export function groupByName(symbol: string): MarketGroup {
  const words = wordsOf(symbol)
  if (words.some((word) => CRYPTO.test(word))) return 'crypto'
  if (words.some((word) => METALS.test(word))) return 'metals'
  if (words.some(isPair)) return 'forex'
  return words.some((word) => INDICES.test(word)) ? 'indices' : 'unknown'
}

/**
 * The symbol without the marks of brokers: `XAUUSDm`, `XAUUSD+` and `m.XAUUSD_i` are XAUUSD. A text that names several
 * symbols, or a market that the names here don't know, stays as it is.
 */
export function plainSymbol(symbol: string): string {
  const known = symbol
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => isPair(word) || METALS.test(word) || CRYPTO.test(word))
  const [first = '', second] = known
  if (first === '' || second !== undefined) return symbol
  const sixLetters = /^[A-Z]{6}/.exec(first)?.[0]
  return sixLetters !== undefined && QUOTED.test(sixLetters) ? sixLetters : first
}

/** The vendor's word about a symbol, the exact one first, then the longest. Undefined where there is none. */
export function assignedGroup(symbol: string, assigned: readonly AssignedSymbol[]): MarketGroup | undefined {
  const wanted = symbol.toUpperCase()
  let best: AssignedSymbol | undefined
  for (const one of assigned) {
    const named = one.symbol.toUpperCase()
    if (named === wanted) return one.group
    const isMatch = named.endsWith('*') && wanted.startsWith(named.slice(0, -1))
    if (isMatch && named.length > (best?.symbol.length ?? 0)) best = one
  }
  return best?.group
}
