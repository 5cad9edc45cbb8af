import type { BotFinding, BotReport } from '../../contract/ports.ts'
import type { ServiceReply } from './call-service.ts'
import type { Token } from './tokens.ts'

type Call = (url: string, headers: Readonly<Record<string, string>>) => Promise<ServiceReply | undefined>

const UNKNOWN: BotFinding = { state: 'unknown' }
const NOTHING_KNOWN = { ability: UNKNOWN, sendScope: UNKNOWN, listenScope: UNKNOWN } as const

/** The report on an address that the server doesn't call. */
export const BASE_MISSING: BotReport = {
  base: { state: 'missing' },
  credentials: UNKNOWN,
  ...NOTHING_KNOWN,
}

/** A bot needs one of these scopes to send, and one of the others to receive private messages. */
const SEND_SCOPES: ReadonlySet<string> = new Set(['im:message', 'im:message:send_as_bot'])
const LISTEN_SCOPES: ReadonlySet<string> = new Set([
  'im:message',
  'im:message.p2p_msg',
  'im:message.p2p_msg:readonly',
])
/** The `activate_status` of a bot that its organization has enabled. */
const ENABLED = 2
const GRANTED = 1

/**
 * Reports on a bot by two APIs of the service that need no scope: open-apis/bot/v3/info and
 * open-apis/application/v6/scopes. Neither says for whom the bot is available.
 */
export async function inspectBot(token: Token, call: Call): Promise<BotReport> {
  const base = { state: 'ok' } as const
  if ('failed' in token) {
    const isSure = token.failed === 'credentials'
    const credentials = finding(isSure ? 'missing' : 'unknown', token.code)
    return { base, credentials, ...NOTHING_KNOWN }
  }
  const headers = { authorization: `Bearer ${token.token}` }
  const [bot, scopes] = await Promise.all([
    call('/open-apis/bot/v3/info', headers),
    call('/open-apis/application/v6/scopes', headers),
  ])
  return { base, credentials: { state: 'ok' }, ability: readAbility(bot), ...readScopes(scopes) }
}

function readAbility(reply: ServiceReply | undefined): BotFinding {
  if (reply === undefined || isBusy(reply)) return UNKNOWN
  const bot = reply.body['bot']
  // The service refuses to describe a bot whose ability was never enabled.
  if (reply.code !== 0 || !isObject(bot)) return finding('missing', reply.code)
  return { state: bot['activate_status'] === ENABLED ? 'ok' : 'missing' }
}

function readScopes(reply: ServiceReply | undefined): Pick<BotReport, 'sendScope' | 'listenScope'> {
  const data = reply?.code === 0 ? reply.body['data'] : undefined
  const list: unknown = isObject(data) ? data['scopes'] : undefined
  if (!Array.isArray(list)) {
    const none = finding('unknown', reply?.code)
    return { sendScope: none, listenScope: none }
  }
  const granted = list.filter(isObject).filter((scope) => scope['grant_status'] === GRANTED)
  const names = granted.map((scope) => String(scope['scope_name']))
  const hasOne = (wanted: ReadonlySet<string>) => names.some((name) => wanted.has(name))
  return {
    sendScope: { state: hasOne(SEND_SCOPES) ? 'ok' : 'missing' },
    listenScope: { state: hasOne(LISTEN_SCOPES) ? 'ok' : 'missing' },
  }
}

function isBusy({ status }: ServiceReply): boolean {
  return status === 429 || status >= 500
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function finding(state: BotFinding['state'], code: number | undefined): BotFinding {
  return code === undefined || code === 0 ? { state } : { state, code }
}
