import type { Random } from '../random.ts'

/** How the author of one EA wrote its calls: habits of published EAs. A trading account keeps its dialect. */
export interface Dialect {
  /** Most programs use a new connection for each call. */
  readonly keepAlive: boolean
  /** `get` puts the pairs into the address, `json` sends a flat object. */
  readonly body: 'form' | 'get' | 'json'
  /** undefined: the call names no Content-Type. */
  readonly contentType: string | undefined
  /** StringToCharArray's closing zero byte. */
  readonly trailingNul: boolean
  /** `&` and `+` in values go out unescaped: pairs joined by hand. */
  readonly unescaped: boolean
  readonly identity: 'account_key' | 'split' | 'markcode'
  /** Sometimes a number is no number. */
  readonly oddNumbers: boolean
  /** The version of a newer program, which reports more figures; undefined: an older one. */
  readonly version: string | undefined
  readonly userAgent: string
  readonly language: string
}

const FORM = 'application/x-www-form-urlencoded'
/** The 9-argument WebRequest always names the form type, the 7-argument one names what the author wrote. */
const SEVEN_ARGUMENT_TYPES = [
  undefined,
  FORM,
  'application/json',
  'text/plain',
  'application/octet-stream',
] as const
const LANGUAGES = ['zh-CN', 'en', 'ru,en', 'es'] as const
const VERSIONS = ['2.0', '2.1', '2.1', '2.2'] as const
const BUILDS = [4755, 5200, 5260, 5320, 5370] as const

function terminal(random: Random): Pick<Dialect, 'userAgent' | 'language'> {
  return {
    userAgent: `MetaTrader 5 Terminal/5.${random.pick(BUILDS)} (Windows NT 10.0; Win64; x64)`,
    language: random.pick(LANGUAGES),
  }
}

/** The form of the documentation's example. */
export function plainDialect(random: Random): Dialect {
  return {
    ...terminal(random),
    keepAlive: false,
    body: 'form',
    contentType: FORM,
    trailingNul: false,
    unescaped: false,
    identity: 'account_key',
    oddNumbers: false,
    version: '2.2',
  }
}

export function mixedDialect(random: Random): Dialect {
  const nineArguments = random.chance(0.5)
  return {
    ...terminal(random),
    keepAlive: random.chance(0.25),
    body: random.chance(0.85) ? 'form' : random.pick(['get', 'json']),
    contentType: nineArguments ? FORM : random.pick(SEVEN_ARGUMENT_TYPES),
    trailingNul: random.chance(0.4),
    unescaped: random.chance(0.3),
    identity: random.chance(0.7) ? 'account_key' : random.pick(['split', 'markcode']),
    oddNumbers: random.chance(0.2),
    version: random.chance(0.6) ? random.pick(VERSIONS) : undefined,
  }
}
