import type { Clock } from '../contract/ports.ts'
import { parseAccountKey } from '../domain/device/account-key.ts'
import { decideActivation } from '../domain/device/activation.ts'
import type { Application } from '../domain/application/application.ts'
import type { Code } from '../domain/code/code.ts'
import { decideLogin, type LoginAttempt, type LoginDecision } from '../domain/code/login.ts'
import type { Store, WriteUnit } from '../store/store.ts'
import { newDevice } from '../domain/device/device.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'
import type { CodeJournal } from '../telemetry/code-journal.ts'
import type { AddressWatch } from './address-watch.ts'
import type { AgentBans } from './agent-bans.ts'
import { clientHappening } from './code-happenings.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly bans: AgentBans
  readonly journal: CodeJournal
  readonly addresses: AddressWatch
  readonly clock: Clock
}

export interface CodeLogin {
  readonly kami: string
  readonly markcode: string
  readonly ip: string
}

/** A code that others change at every turn is decided anew so often, then the login fails. */
const MOST_ATTEMPTS = 5

/** Logins with authorization codes (specification, kmlogon). */
export class CodeLogins {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Decides, binds, counts and renews the trading account as one step: of two logins at once with one use left, one wins.
   * A login that changes nothing is answered from what is committed, and waits for no disk.
   */
  async logIn(application: Application, login: CodeLogin): Promise<LoginDecision> {
    const { store, devices } = this.#parts
    const accountKey = parseAccountKey(login.markcode)
    const code = await store.read((unit) => unit.codes.find(application.id, login.kami))
    const decision = decideLogin(application, code, this.#attempt(code, login, accountKey))
    if (code === undefined) return decision
    if (decision.outcome !== 'granted') {
      this.#note('refused', code, login, decision.outcome)
      return decision
    }
    const device = accountKey === undefined ? undefined : devices.find(application.id, accountKey)?.device
    const changes =
      Object.keys(decision.change).length > 0 ||
      (accountKey !== undefined && decideActivation(device, code, decision.vip) !== undefined)
    if (!changes) {
      this.#note('login', code, login)
      return decision
    }
    return store.write((unit) => this.#commit(unit, application, login, accountKey, code), { durable: true })
  }

  /** What a login would be decided to be, now. */
  async foresee(application: Application, login: CodeLogin): Promise<LoginDecision> {
    const code = await this.#parts.store.read((unit) => unit.codes.find(application.id, login.kami))
    return decideLogin(application, code, this.#attempt(code, login, parseAccountKey(login.markcode)))
  }

  /** @param seen the code as it was read before: what is written by its revision needs no second look */
  async #commit(
    unit: WriteUnit,
    application: Application,
    login: CodeLogin,
    accountKey: string | undefined,
    seen: Code,
  ): Promise<LoginDecision> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const isSeen = attempt === 0
      const code = isSeen ? seen : await unit.codes.find(application.id, login.kami)
      const decision = decideLogin(application, code, this.#attempt(code, login, accountKey))
      // A refusal, and a grant that writes nothing of the code, go by the code as it is now.
      if (isSeen && (decision.outcome !== 'granted' || Object.keys(decision.change).length === 0)) continue
      if (decision.outcome !== 'granted' || code === undefined) return decision
      if (Object.keys(decision.change).length > 0) {
        const isWritten = await unit.codes.change(code.id, code.revision, decision.change)
        if (!isWritten) continue
      }
      const isBound = decision.change.markcode !== undefined
      unit.afterCommit(() => {
        this.#note(isBound ? 'bind' : 'login', code, login)
      })
      if (accountKey !== undefined) await this.#activate(unit, application.id, accountKey, code, decision.vip)
      return decision
    }
    throw new Error('the code changed at every attempt')
  }

  async #activate(
    unit: WriteUnit,
    appId: number,
    accountKey: string,
    code: Code,
    vip: number,
  ): Promise<void> {
    const { devices, journal, clock } = this.#parts
    const known = await unit.devices.find(appId, accountKey)
    const fields = decideActivation(known, code, vip)
    if (fields === undefined) return
    const device =
      known === undefined
        ? await unit.devices.insert({ ...newDevice(appId, accountKey, clock.now()), ...fields })
        : await unit.devices.renew(known.id, fields)
    if (device === undefined) throw new Error('the device changed meanwhile')
    unit.afterCommit(() => {
      devices.putDevice(device)
      journal.add(clientHappening('activate', code, { markcode: '', ip: '' }, clock.now(), accountKey))
    })
  }

  #note(kind: 'login' | 'bind' | 'refused', code: Code, login: CodeLogin, detail = ''): void {
    const { journal, addresses, clock } = this.#parts
    const now = clock.now()
    journal.add(clientHappening(kind, code, login, now, detail))
    // Who stays at the address the code was bound from costs a comparison.
    if (login.ip !== code.ip || addresses.watches('code', code.id))
      addresses.note('code', code.id, code.appId, login.ip, now)
  }

  #attempt(code: Code | undefined, login: CodeLogin, accountKey: string | undefined): LoginAttempt {
    return {
      markcode: login.markcode,
      ip: login.ip,
      accountKey,
      agentBanned: this.#parts.bans.has(code?.agentId ?? null),
      now: this.#parts.clock.now(),
    }
  }
}
