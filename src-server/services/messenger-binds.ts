import type { Clock, Random } from '../contract/ports.ts'
import type { Application } from '../domain/application/application.ts'
import { authorize, type Authorization } from '../domain/device/authorization.ts'
import {
  bindStatus,
  isOpenId,
  newBindCode,
  type BindCode,
  type BindStatus,
} from '../domain/device/bind-code.ts'
import type { Device } from '../domain/device/device.ts'
import type { Store, WriteUnit } from '../store/store.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'
import { bindTexts } from '../wire/bind-texts.ts'
import { BindGuesses } from './bind-guesses.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly clock: Clock
  readonly random: Random
}

export type BindRequestAnswer =
  | { readonly outcome: 'issued'; readonly bindCode: BindCode }
  | { readonly outcome: 'tooMany' }
  | { readonly outcome: Exclude<Authorization, 'authorized'>; readonly device: Device | undefined }

export type BindStatusAnswer =
  | { readonly outcome: BindStatus; readonly accountKey: string; readonly expiresAt: number }
  | { readonly outcome: 'unknown' | 'tooMany' }

export interface Confirmation {
  readonly code: string
  readonly secret: string
  readonly openId: string
}

export type ConfirmationAnswer =
  | { readonly outcome: 'bound'; readonly accountKey: string }
  | { readonly outcome: 'tooMany' | 'secretWrong' | 'openIdWrong' | 'unknown' | 'used' | 'expired' }

/** Codes an account may be given in SPAN_SECONDS. */
const MOST_CODES = 5
const SPAN_SECONDS = 600
/** A code that is taken is drawn anew so often: of 2^40 hardly ever once. */
const MOST_DRAWS = 5
/** Codes are kept for so long after their end, for those who still ask what became of them. */
const KEPT_SECONDS = 86_400

/** How a customer's messenger comes to an account (specification, mt5messenger_bind; protocol.md 8). */
export class MessengerBinds {
  readonly #parts: Parts
  readonly #guesses = new BindGuesses()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A new code for an authorized account, in place of the one before. */
  async request(application: Application, accountKey: string | undefined): Promise<BindRequestAnswer> {
    const { store, devices, random, clock } = this.#parts
    const now = clock.now()
    const device = accountKey === undefined ? undefined : devices.find(application.id, accountKey)?.device
    const authorization = authorize(application.mt5, device, now)
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
    const { store, devices, clock } = this.#parts
    const now = clock.now()
    if (!this.#guesses.mayAsk(application.id, ip, now)) return { outcome: 'tooMany' }
    const bindCode = await store.read((unit) => unit.bindCodes.find(application.id, code))
    const device = bindCode === undefined ? undefined : devices.get(bindCode.deviceId)?.device
    if (bindCode === undefined || device === undefined) {
      this.#guesses.missedCode(application.id, ip, now)
      return { outcome: 'unknown' }
    }
    const { accountKey } = device
    return { outcome: bindStatus(bindCode, now), accountKey, expiresAt: bindCode.expiresAt }
  }

  /** Binds the account a code was given for, once. Without a secret in the application nobody confirms. */
  async confirm(
    application: Application,
    confirmation: Confirmation,
    ip: string,
  ): Promise<ConfirmationAnswer> {
    const now = this.#parts.clock.now()
    const verdict = this.#guesses.judge(application, confirmation.secret, ip, now)
    if (verdict !== 'right') return { outcome: verdict }
    if (!isOpenId(confirmation.openId)) return { outcome: 'openIdWrong' }
    return this.#parts.store.write((unit) => this.#bind(unit, application, confirmation, now), {
      durable: true,
    })
  }

  async forgetExpired(): Promise<void> {
    const before = this.#parts.clock.now() - KEPT_SECONDS
    await this.#parts.store.write((unit) => unit.bindCodes.deleteExpired(before), { durable: false })
  }

  async #bind(
    unit: WriteUnit,
    { id: appId, language }: Application,
    { code, openId }: Confirmation,
    now: number,
  ): Promise<ConfirmationAnswer> {
    const { devices } = this.#parts
    const bindCode = await unit.bindCodes.find(appId, code)
    const live = bindCode === undefined ? undefined : devices.get(bindCode.deviceId)
    const before = live === undefined ? undefined : await unit.devices.find(appId, live.device.accountKey)
    if (bindCode === undefined || before === undefined) return { outcome: 'unknown' }
    const status = bindStatus(bindCode, now)
    if (status === 'expired') return { outcome: 'expired' }
    if (status === 'bound' || (await unit.bindCodes.bind(appId, code, openId)) === undefined) {
      return { outcome: 'used' }
    }
    const device = await unit.devices.update(before.id, { messengerOpenId: openId })
    if (device === undefined) throw new Error('the account is gone meanwhile')
    // Nobody is unbound without hearing of it.
    if (before.messengerOpenId !== '' && before.messengerOpenId !== openId) {
      await unit.outbox.add({
        key: `rebound:${appId}:${code}`,
        kind: 'messenger',
        purpose: 'rebound',
        appId,
        deviceId: before.id,
        operatorId: null,
        openId: before.messengerOpenId,
        subject: '',
        text: bindTexts(language).rebound(before.accountKey),
        createdAt: now,
      })
    }
    unit.afterCommit(() => {
      devices.putDevice(device)
    })
    return { outcome: 'bound', accountKey: device.accountKey }
  }
}
