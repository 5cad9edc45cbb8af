import { BIND_CODE_SECONDS, DEFAULT_CODE_ALPHABET, MAX_OPEN_ID_LENGTH } from '../../contract/limits.ts'
import type { Random } from '../../contract/ports.ts'

/** A code with which a customer binds the messenger to a trading account. Times are Unix seconds. */
export interface BindCode {
  readonly code: string
  readonly appId: number
  readonly deviceId: number
  readonly createdAt: number
  readonly expiresAt: number
  /** `held`: confirmed, and waits for the vendor's word. */
  readonly state: 'pending' | 'bound' | 'replaced' | 'held' | 'declined'
  readonly openId: string
}

/** One that waits for the vendor's word, with the account it is about. */
export interface HeldBind extends BindCode {
  readonly accountKey: string
  readonly label: string
  /** Who gets the account's messages now. */
  readonly boundTo: string
}

/** As clients are told (protocol.md 8); a code that a newer one replaced, or the vendor declined, is over too. */
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

/** People type it into a chat: case and blanks around it don't matter. */
export function readBindCode(text: string): string {
  return text.trim().toUpperCase()
}

export function bindStatus(bindCode: BindCode, now: number): BindStatus {
  if (bindCode.state === 'bound') return 'bound'
  // What was confirmed in time may wait longer than the code is valid.
  if (bindCode.state === 'held') return 'pending'
  return bindCode.state === 'pending' && now < bindCode.expiresAt ? 'pending' : 'expired'
}

export function isOpenId(text: string): boolean {
  return text.length <= MAX_OPEN_ID_LENGTH && OPEN_ID.test(text)
}
