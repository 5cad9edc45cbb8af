import type { Clock, Random } from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import { authorize, type Authorization } from '../../domain/device/authorization.ts'
import {
  bindStatus,
  isOpenId,
  newBindCode,
  type BindCode,
  type BindStatus,
} from '../../domain/device/bind-code.ts'
import type { Device } from '../../domain/device/device.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { bindByCode } from '../requests/bind-act.ts'
import type { BindGuesses } from './bind-guesses.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly guesses: BindGuesses
  readonly clock: Clock
  readonly random: Random
}

export type BindRequestAnswer =
  | { readonly outcome: 'issued'; readonly bindCode: BindCode }
  | { readonly outcome: 'tooMany' }
  | { readonly outcome: Exclude<Authorization, 'authorized'>; readonly device: Device | undefined }

export type BindStatusAnswer =
  | {
      readonly outcome: BindStatus
      readonly accountKey: string
      readonly expiresAt: number
      /** Confirmed, but the vendor has not approved it yet. */
      readonly isHeld: boolean
    }
  | { readonly outcome: 'unknown' | 'tooMany' }

export interface Confirmation {
  readonly code: string
  readonly secret: string
  readonly openId: string
}

export type ConfirmationAnswer =
  | { readonly outcome: 'bound'; readonly accountKey: string }
  /** `held`: the vendor has to approve it first. */
  | { readonly outcome: 'held' | 'tooMany' | 'secretWrong' | 'openIdWrong' | 'unknown' | 'used' | 'expired' }

/** Codes for one account in SPAN_SECONDS. */
export const MOST_CODES = 5
const SPAN_SECONDS = 600
/** If a code is taken, so many new ones are tried: of 2^40 codes hardly ever one is taken. */
const MOST_DRAWS = 5
/** Codes are kept so long after their end, for clients that still ask for their state. */
const KEPT_SECONDS = 86_400
/** Codes that wait for the vendor are kept longer. */
const HELD_KEPT_SECONDS = 30 * 86_400

/** Binds a customer's messenger to a trading account (the specification, mt5messenger_bind; docs/protocol.md 8). */
export class MessengerBinds {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A new code for an authorized account. It replaces the code before. */
  async request(application: Application, accountKey: string | undefined): Promise<BindRequestAnswer> {
    const { store, devices, random, clock } = this.#parts
    const now = clock.now()
    const live = accountKey === undefined ? undefined : await devices.fetch(application.id, accountKey)
    const device = live?.device
    const authorization = authorize(application, device, now)
    if (authorization !== 'authorized') return { outcome: authorization, device }
    if (device === undefined) throw new Error('a bind request without an account was let through')
    return store.write(
      async ({ bindCodes }) => {
        if ((await bindCodes.countSince(device.id, now - SPAN_SECONDS + 1)) >= MOST_CODES) {
          return { outcome: 'tooMany' }
        }
        for (let draw = 0; draw < MOST_DRAWS; draw++) {
          const bindCode = newBindCode(random, application.id, device.id, now)
          if (await bindCodes.issue(bindCode)) return { outcome: 'issued', bindCode }
        }
        throw new Error('no free bind code was drawn')
      },
      { durable: true },
    )
  }

  async status(application: Application, code: string, ip: string): Promise<BindStatusAnswer> {
    const { store, devices, guesses, clock } = this.#parts
    const now = clock.now()
    if (!guesses.mayAsk(application.id, ip, now)) return { outcome: 'tooMany' }
    const bindCode = await store.read((unit) => unit.bindCodes.find(application.id, code))
    const device = bindCode && (await devices.fetchById(bindCode.deviceId))?.device
    if (bindCode === undefined || device === undefined) {
      guesses.missedCode(application.id, ip, now)
      return { outcome: 'unknown' }
    }
    const { accountKey } = device
    const { expiresAt, state } = bindCode
    return { outcome: bindStatus(bindCode, now), accountKey, expiresAt, isHeld: state === 'held' }
  }

  /** Binds the account of a code, once. Without a secret in the application nobody can confirm. */
  async confirm(
    application: Application,
    confirmation: Confirmation,
    ip: string,
  ): Promise<ConfirmationAnswer> {
    const { store, guesses, clock } = this.#parts
    const now = clock.now()
    const verdict = await guesses.judge(application, confirmation.secret, ip, now)
    if (verdict !== 'right') return { outcome: verdict }
    if (!isOpenId(confirmation.openId)) return { outcome: 'openIdWrong' }
    const { code, openId } = confirmation
    const bound = await store.write((unit) => bindByCode(unit, application, { code, openId, now }), {
      durable: true,
    })
    return bound.outcome === 'bound' ? { outcome: 'bound', accountKey: bound.device.accountKey } : bound
  }

  async forgetExpired(): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    await store.write((unit) => unit.bindCodes.deleteExpired(now - KEPT_SECONDS, now - HELD_KEPT_SECONDS), {
      durable: false,
    })
  }
}
