import { post } from './self-service.ts'

/** A code the customer sends to the bot. */
export interface BindCode {
  readonly code: string
  /** Seconds it is valid for, from now. */
  readonly seconds: number
  /** The bot's address; empty where the seller gives none. */
  readonly botLink: string
  readonly sendText: string
}
/** `held`: the bot has the code, and the seller has to agree. */
export type BindState = 'pending' | 'held' | 'bound' | 'expired'

const STATES: readonly BindState[] = ['pending', 'bound', 'expired']

function addressOf(app: number): string {
  return `api.php?api=mt5messenger_bind&app=${app}`
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** @throws Refused with the endpoint's codes (specification, mt5messenger_bind) */
export async function requestBindCode(app: number, accountKey: string): Promise<BindCode> {
  const reply = await post(addressOf(app), { action: 'request', account_key: accountKey })
  const { bind_code: code, expire_sec: seconds, bot_link: botLink, send_text: sendText } = reply
  return { code: text(code), seconds: Number(seconds), botLink: text(botLink), sendText: text(sendText) }
}

/** @throws Refused with the endpoint's codes */
export async function askBindState(app: number, code: string): Promise<BindState> {
  const { status, held } = await post(addressOf(app), { action: 'status', bind_code: code })
  if (held === 1) return 'held'
  return STATES.find((state) => state === status) ?? 'expired'
}
