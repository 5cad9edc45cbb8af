import { BIND_CODE_SECONDS, DEFAULT_CODE_ALPHABET, MAX_OPEN_ID_LENGTH } from '../../contract/limits.ts'
import type { Random } from '../../contract/ports.ts'

/** A code with which a customer binds a messenger to a trading account. Times are Unix seconds. */
export interface BindCode {
  readonly code: string
  readonly appId: number
  readonly deviceId: number
  readonly createdAt: number
  readonly expiresAt: number
  /** `held`: the customer confirmed the code, and the bind waits for the vendor's decision. */
  readonly state: 'pending' | 'bound' | 'replaced' | 'held' | 'declined'
  readonly openId: string
}

/** A bind that waits for the vendor's decision, with its trading account. */
export interface HeldBind extends BindCode {
  readonly accountKey: string
  readonly label: string
  /** The present recipient of the account's messages. */
  readonly boundTo: string
}

/**
 * The status in replies (docs/protocol.md 8). A code that was replaced by a newer one or declined by the
 * vendor counts as expired.
 */
export type BindStatus = 'pending' | 'bound' | 'expired'

/** Characters. */
export const BIND_CODE_LENGTH = 8
const OPEN_ID = /^ou_[\x21-\x7e]+$/

export function newBindCode(random: Random, appId: number, deviceId: number, now: number): BindCode {
  let code = ''
  for (let i = 0; i < BIND_CODE_LENGTH; i++) {
    code += DEFAULT_CODE_ALPHABET.charAt(random.below(DEFAULT_CODE_ALPHABET.length))
  }
  return {
    code,
    appId,
    deviceId,
    createdAt: now,
    expiresAt: now + BIND_CODE_SECONDS,
    state: 'pending',
    openId: '',
  }
}

/** People type the code into a chat, so case and blanks around it don't count. */
export function readBindCode(text: string): string {
  return text.trim().toUpperCase()
}

export function bindStatus(bindCode: BindCode, now: number): BindStatus {
  if (bindCode.state === 'bound') return 'bound'
  // The customer confirmed in time. The vendor may decide after the code's end.
  if (bindCode.state === 'held') return 'pending'
  return bindCode.state === 'pending' && now < bindCode.expiresAt ? 'pending' : 'expired'
}

export function isOpenId(text: string): boolean {
  return text.length <= MAX_OPEN_ID_LENGTH && OPEN_ID.test(text)
}
