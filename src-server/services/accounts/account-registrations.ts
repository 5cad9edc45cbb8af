import { isIpv6Address, networkOf } from '../../contract/network.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import {
  checkForm,
  judgeRegistration,
  type RegistrationForm,
  type RegistrationRefusal,
} from '../../domain/account/register.ts'
import { newAccount } from '../../domain/account/account.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { Allowance } from '../../copies/allowance.ts'
import type { Counters } from '../../copies/counters.ts'
import { keepNothing, type KeepAnswer } from '../signatures/signature-memory.ts'
import type { Passwords } from '../session/passwords.ts'

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  /** Registrations of each IPv6 network. */
  readonly networks: Allowance
  readonly clock: Clock
}

const DAY = 86_400
/**
 * An address registers one user account. An IPv6 caller has 2^64 addresses, so its network registers one a day too.
 */
export const networkRegistrations = (counters: Counters): Allowance =>
  counters.allow('registrations of a network', 1, DAY)

export interface Registration extends RegistrationForm {
  /** Empty for the default nickname. */
  readonly name: string
  /** null for no inviter, undefined for a text that names no account. */
  readonly inviterId: number | null | undefined
  readonly ip: string
}

/** `busy`: too many hashes wait at the moment. */
export type RegistrationOutcome = RegistrationRefusal | 'registered' | 'busy'

/** User accounts that users of an application register themselves (the specification, userreg). */
export class AccountRegistrations {
  readonly #parts: Parts
  /** The last registration under way, by application and address. */
  readonly #underWay = new Map<string, Promise<unknown>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Of several registrations at once with one name, qq or address, one succeeds. Those of one address wait for each
   * other: after one succeeds, the others are refused before anything is hashed.
   */
  async register(
    application: Application,
    registration: Registration,
    keep: KeepAnswer<'registered'> = keepNothing,
  ): Promise<RegistrationOutcome> {
    const key = placeOf(application, registration)
    const before = this.#underWay.get(key) ?? Promise.resolve()
    const registering = before
      .catch(() => undefined)
      .then(() => this.#register(application, registration, keep))
      .finally(() => {
        if (this.#underWay.get(key) === registering) this.#underWay.delete(key)
      })
    this.#underWay.set(key, registering)
    return registering
  }

  async #register(
    application: Application,
    registration: Registration,
    keep: KeepAnswer<'registered'>,
  ): Promise<RegistrationOutcome> {
    const { store, clock } = this.#parts
    const refusal =
      checkForm(registration) ?? (await store.read((unit) => this.#judge(unit, application, registration)))
    if (refusal !== undefined) return refusal
    if (!isIpv6Address(registration.ip)) return this.#store(application, registration, keep)
    const { networks } = this.#parts
    const [network, now] = [placeOf(application, registration), clock.now()]
    if (!(await networks.takeTogether(network, now))) return 'tooFrequent'
    const outcome = await this.#store(application, registration, keep)
    if (outcome !== 'registered') networks.giveBack(network, now)
    return outcome
  }

  async #store(
    application: Application,
    registration: Registration,
    keep: KeepAnswer<'registered'>,
  ): Promise<RegistrationOutcome> {
    const { store, passwords, clock } = this.#parts
    const passwordHash = await passwords.hashInTurn(registration.password)
    if (passwordHash === undefined) return 'busy'
    const { user, qq, name, inviterId, ip } = registration
    return store.write(
      async (unit) => {
        const meanwhile = await this.#judge(unit, application, registration)
        if (meanwhile !== undefined) return meanwhile
        const made = await unit.accounts.insert({
          ...newAccount(application.id, { user, passwordHash, qq }, clock.now()),
          ...(name !== '' && { name }),
          inviterId: inviterId ?? null,
          registrationIp: ip,
        })
        if (made === undefined) throw new Error('an account nothing stands against could not be made')
        await keep(unit, 'registered')
        return 'registered'
      },
      { durable: true },
    )
  }

  async #judge(
    unit: Unit,
    application: Application,
    { user, qq, inviterId, ip }: Registration,
  ): Promise<RegistrationRefusal | undefined> {
    const { id, registrationInterval } = application
    const inviterKnown =
      inviterId === null ||
      (inviterId !== undefined && (await unit.accounts.findById(id, inviterId)) !== undefined)
    const facts = {
      taken: await unit.accounts.taken(id, { user, qq, ip }),
      newestAt: await unit.accounts.newestAt(id),
      inviterKnown,
    }
    return judgeRegistration(facts, registrationInterval, this.#parts.clock.now())
  }
}

function placeOf({ id }: Application, { ip }: Registration): string {
  return `${id} ${networkOf(ip)}`
}
