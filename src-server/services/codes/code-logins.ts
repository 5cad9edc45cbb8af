import type { Clock } from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import type { Code } from '../../domain/code/code.ts'
import type { LoginAttempt, LoginDecision } from '../../domain/code/login-decision.ts'
import { decideLogin, movesHere } from '../../domain/code/login.ts'
import { parseAccountKey } from '../../domain/device/account-key.ts'
import { newDevice, type Device } from '../../domain/device/device.ts'
import {
  FREE_LICENSE,
  isPermanent,
  TRIAL_LICENSE,
  type AccountRecord,
  type RecordFields,
} from '../../domain/device/record.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { recordOf, type AccountRecords } from '../devices/account-records.ts'
import type { AddressWatch } from '../risk/address-watch.ts'
import { keepNothing, type KeepAnswer } from '../signatures/signature-memory.ts'
import type { AgentBans } from '../agents/agent-bans.ts'
import { accountsChanged } from '../webhooks/accounts-changed.ts'
import { firstUse } from './first-use.ts'
import { clientEvent } from './code-events.ts'
import { codeInUse, type CodeInUse } from './code-in-use.ts'
import type { CodeGuesses } from './code-guesses.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly records: AccountRecords
  readonly bans: AgentBans
  readonly journal: CodeJournal
  readonly addresses: Pick<AddressWatch, 'watches' | 'note'>
  readonly guesses: CodeGuesses
  readonly clock: Clock
}

export interface CodeLogin {
  readonly kami: string
  readonly markcode: string
  readonly ip: string
}

export interface CodeLoginAnswer {
  /** `waits`: too many unknown codes came from the caller's network. */
  readonly decision: LoginDecision | { readonly outcome: 'waits' }
  /** The trading account's record, where the machine is a trading account with a record. */
  readonly record: Pick<AccountRecord, 'disableReason'> | undefined
}

/**
 * If another write changes the code each time, it is decided again so often. Then the login fails. Logins that share a
 * transaction may run in it at once.
 */
const MOST_ATTEMPTS = 100

/** Logins with licence codes (the specification, kmlogon). */
export class CodeLogins {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Decides, binds, counts and renews the trading account in one step: of two logins at once with one use left, one
   * succeeds. A login that changes nothing is answered from committed data and waits for no disk.
   */
  async logIn(
    application: Application,
    login: CodeLogin,
    keep: KeepAnswer<CodeLoginAnswer> = keepNothing,
  ): Promise<CodeLoginAnswer> {
    const { store, devices, guesses, clock } = this.#parts
    const accountKey = parseAccountKey(login.markcode)
    const { code, isSeat } = await this.#look(application, login, accountKey)
    if (!guesses.judge(code, { appId: application.id, ...login }, clock.now()))
      return { decision: { outcome: 'waits' }, record: undefined }
    const live = accountKey === undefined ? undefined : await devices.fetch(application.id, accountKey)
    const device = live?.device
    const record = plainRecord(device)
    const decision = decideLogin(application, code, this.#attempt(code, login, accountKey, record))
    if (code === undefined) return { decision, record }
    if (decision.outcome !== 'granted') {
      this.#note('refused', code, login, decision.outcome)
      return { decision, record }
    }
    if (Object.keys(decision.change).length === 0 && decision.record === undefined) {
      this.#note('login', code, login)
      return { decision, record }
    }
    return store.write(
      async (unit) => {
        const done = await this.#commit(unit, application, login, accountKey, { code, isSeat })
        if (done.decision.outcome === 'granted') await keep(unit, done)
        return done
      },
      // The revision of the code decides. A trading account has a record besides, which has no such guard.
      { durable: true, lane: accountKey === undefined ? 'row' : undefined },
    )
  }

  /**
   * A login in free mode. With MT5 on, a trading account without a record gets one.
   * @returns the record of a trading account that the vendor disabled; undefined where the login is granted
   */
  async logInFree(
    application: Application,
    { markcode, ip }: Pick<CodeLogin, 'markcode' | 'ip'>,
    keep: KeepAnswer<Device | undefined> = keepNothing,
  ): Promise<Device | undefined> {
    const accountKey = parseAccountKey(markcode)
    if (accountKey === undefined) return undefined
    const { records, devices } = this.#parts
    const record = application.mt5.enabled
      ? await records.requireFree(application, accountKey, {
          ip,
          keep: (unit, found) => keep(unit, onlyDisabled(found)),
        })
      : (await devices.fetch(application.id, accountKey))?.device
    return onlyDisabled(record)
  }

  /** The code without a lock. Its seats need more statements, so they are read again in one snapshot. */
  async #look(
    application: Application,
    { kami }: CodeLogin,
    accountKey: string | undefined,
  ): Promise<CodeInUse> {
    const { store } = this.#parts
    const code = await store.read((unit) => unit.codes.find(application.id, kami), { single: true })
    if (code === undefined || code.seats === 1) return { code, isSeat: false }
    return store.read(async (unit) =>
      codeInUse(unit, await unit.codes.find(application.id, kami), accountKey, application),
    )
  }

  /** @param seen the code as it was read before: a write that checks its revision needs no second read */
  async #commit(
    unit: WriteUnit,
    application: Application,
    login: CodeLogin,
    accountKey: string | undefined,
    seen: CodeInUse,
  ): Promise<CodeLoginAnswer> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const isSeen = attempt === 0
      const held = isSeen ? undefined : await unit.codes.findHeld(application.id, login.kami)
      const { code, isSeat } = isSeen ? seen : await codeInUse(unit, held, accountKey, application)
      const device =
        accountKey === undefined ? undefined : await unit.devices.find(application.id, accountKey)
      const record = code?.gaveSeconds === null ? await recordOf(unit, device) : plainRecord(device)
      const decision = decideLogin(application, code, this.#attempt(code, login, accountKey, record))
      // Refusals, and grants that write nothing into the code, are decided by the present code.
      if (isSeen && (decision.outcome !== 'granted' || Object.keys(decision.change).length === 0)) continue
      if (decision.outcome !== 'granted' || code === undefined) return { decision, record }
      if (Object.keys(decision.change).length > 0) {
        const isWritten =
          isSeat && accountKey !== undefined
            ? await unit.codeSeats.change(code, accountKey, decision.change)
            : await unit.codes.change(code.id, code.revision, decision.change)
        if (!isWritten) continue
      }
      const isFirstPermanent = isPermanent(decision.change.gaveSeconds ?? 0) && !isPermanent(record?.vip ?? 0)
      // The record had an end until now: a permanent licence from before was taken back by the vendor.
      if (isFirstPermanent && accountKey !== undefined)
        await unit.codes.voidPermanents({ id: code.id, appId: application.id, accountKey })
      unit.afterCommit(() => {
        this.#noteGranted(code, login, decision.change.markcode !== undefined)
      })
      if (code.useTime === null && decision.change.useTime !== undefined)
        await firstUse(unit, login.markcode, code, decision.change, {
          renews: decision.record !== undefined && hasLicence(device),
        })
      if (accountKey !== undefined && decision.record !== undefined)
        await this.#writeRecord(unit, code, { accountKey, device, fields: decision.record })
      return { decision, record }
    }
    throw new Error('the code changed at every attempt')
  }

  async #writeRecord(
    unit: WriteUnit,
    code: Code,
    { accountKey, device, fields }: { accountKey: string; device: Device | undefined; fields: RecordFields },
  ): Promise<void> {
    const { journal, clock } = this.#parts
    const { appId } = code
    const written =
      device === undefined
        ? await unit.devices.insert({ ...newDevice(appId, accountKey, clock.now()), ...fields })
        : await unit.devices.renew(device.id, fields)
    if (written === undefined) throw new Error('the record changed meanwhile')
    if (device !== undefined)
      await accountsChanged(unit, { by: 'customer', at: clock.now(), code: code.kami }, [
        { was: device, is: written, isFirst: !hasLicence(device) },
      ])
    unit.changed('device', written.id, written)
    unit.afterCommit(() => {
      journal.add(clientEvent('activate', code, { markcode: '', ip: '' }, clock.now(), accountKey))
    })
  }

  #noteGranted(code: Code, login: CodeLogin, isBound: boolean): void {
    if (movesHere(code, login)) this.#note('move', code, login, code.markcode)
    else this.#note(isBound && code.markcode !== login.markcode ? 'bind' : 'login', code, login)
  }

  #note(kind: 'login' | 'bind' | 'move' | 'refused', code: Code, login: CodeLogin, detail = ''): void {
    const { journal, addresses, clock } = this.#parts
    const now = clock.now()
    journal.add(clientEvent(kind, code, login, now, detail))
    // A client that stays at the address that the code was bound from costs one comparison.
    // Several accounts have several addresses.
    if (code.seats > 1) return
    if (login.ip !== code.ip || addresses.watches('code', code.id))
      addresses.note('code', code.id, code.appId, login.ip, now)
  }

  #attempt(
    code: Code | undefined,
    login: CodeLogin,
    accountKey: string | undefined,
    record: AccountRecord | undefined,
  ): LoginAttempt {
    return {
      markcode: login.markcode,
      ip: login.ip,
      accountKey,
      record,
      agentBanned: this.#parts.bans.has(code?.agentId ?? null),
      now: this.#parts.clock.now(),
    }
  }
}

/** Whether the account has a record that no trial and no free mode created. */
function hasLicence(device: Device | undefined): boolean {
  return device !== undefined && device.license !== TRIAL_LICENSE && device.license !== FREE_LICENSE
}

function onlyDisabled(record: Device | 'waits' | undefined): Device | undefined {
  return record !== undefined && record !== 'waits' && record.disabled ? record : undefined
}

/** A record without its licence text: only a code that has not acted yet needs that text. */
function plainRecord(device: Device | undefined): AccountRecord | undefined {
  return device && { ...device, hasOwnLicense: false }
}
