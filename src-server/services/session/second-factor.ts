import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import { oversees, oversightOf } from '../../domain/access/oversight.ts'
import {
  digestRecoveryCode,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  writeRecoveryCode,
} from '../../domain/access/recovery-code.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { acceptedStep, isTotpCode, toBase32, TOTP_SECRET_BYTES, totpUri } from '../../domain/access/totp.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import { auditPerson } from '../platform/audit-person.ts'
import type { SecurityNotices } from '../notices/security-notices.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly notices: SecurityNotices
  readonly clock: Clock
  readonly random: Random
}

export interface FactorState {
  /** Since when a sign-in asks for a code of the authenticator, Unix seconds; null while it does not. */
  readonly totpSince: number | null
  readonly recoveryCodesLeft: number
}

/** The second factor of a sign-in: an authenticator's codes, and recovery codes for a lost one (RFC 6238). */
export class SecondFactor {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  state({ personId }: Actor): Promise<FactorState> {
    return this.#parts.store.read(async (unit) => {
      const operator = await unit.operators.find(personId)
      return {
        totpSince: operator?.totpConfirmedAt ?? null,
        recoveryCodesLeft: await unit.recoveryCodes.countLeft(personId),
      }
    })
  }

  /**
   * Creates a key for an authenticator. It is in use from its first code on (`confirm`).
   * @throws Refused 409 where one is in use already
   */
  async begin(actor: Actor): Promise<{ secret: string; uri: string }> {
    const { store, clock, random } = this.#parts
    const secret = toBase32(random.bytes(TOTP_SECRET_BYTES))
    await store.write(
      async (unit) => {
        const operator = await unit.operators.find(actor.personId)
        if (operator === undefined || operator.totpConfirmedAt !== null) throw alreadyOn()
        await unit.operators.update(actor.personId, { totpSecret: secret, totpLastStep: 0 })
        await auditPerson(unit, actor, clock.now(), { action: 'totp_begin', after: { totp: 'begun' } })
      },
      { durable: true },
    )
    return { secret, uri: totpUri(actor.name, secret) }
  }

  /**
   * After the first right code, every sign-in asks for a code.
   * @returns recovery codes, which are shown only this once
   * @throws Refused 409 where no key was created, 422 for a wrong code
   */
  async confirm(actor: Actor, otp: string): Promise<string[]> {
    const { store, clock } = this.#parts
    const codes = this.#makeCodes()
    await store.write(
      async (unit) => {
        const now = clock.now()
        const operator = await unit.operators.find(actor.personId)
        if (operator === undefined || operator.totpConfirmedAt !== null) throw alreadyOn()
        if (operator.totpSecret === '')
          throw new Refused(CONSOLE.conflict, 'Create a key for the authenticator first')
        const step = acceptedStep(operator.totpSecret, otp.trim(), now, 0)
        if (step === undefined) throw new Refused(CONSOLE.invalid, 'The code is wrong', { otp: 'wrong' })
        await unit.operators.update(actor.personId, { totpConfirmedAt: now, totpLastStep: step })
        await unit.recoveryCodes.replace(actor.personId, codes.map(digestRecoveryCode))
        await auditPerson(unit, actor, now, { action: 'totp_confirm', after: { totp: 'on' } })
      },
      { durable: true },
    )
    return codes
  }

  /**
   * Replaces the recovery codes: the old ones are invalid from then on.
   * @throws Refused 409 without an authenticator
   */
  async renewRecoveryCodes(actor: Actor): Promise<string[]> {
    const { store, clock } = this.#parts
    const codes = this.#makeCodes()
    await store.write(
      async (unit) => {
        const operator = await unit.operators.find(actor.personId)
        if (operator === undefined || operator.totpConfirmedAt === null) throw alreadyOff()
        await unit.recoveryCodes.replace(actor.personId, codes.map(digestRecoveryCode))
        await auditPerson(unit, actor, clock.now(), {
          action: 'totp_recovery_new',
          after: { recoveryCodes: codes.length },
        })
      },
      { durable: true },
    )
    return codes
  }

  /**
   * Removes the authenticator: the caller's own, or that of an operator whom the caller oversees and who lost it.
   * @throws Refused 404 for an operator whom the caller doesn't oversee, 409 where no authenticator is in use
   */
  async switchOff(actor: Actor, operatorId = actor.personId): Promise<void> {
    const { store, notices, clock } = this.#parts
    await store.write(
      async (unit) => {
        const operator = await unit.operators.find(operatorId)
        if (operator === undefined || !oversees(oversightOf(actor), operator))
          throw new Refused(CONSOLE.notFound, 'There is no such operator')
        if (operator.totpConfirmedAt === null) throw alreadyOff()
        await unit.operators.update(operatorId, { totpSecret: '', totpConfirmedAt: null, totpLastStep: 0 })
        await unit.recoveryCodes.replace(operatorId, [])
        const now = clock.now()
        await auditPerson(unit, actor, now, { action: 'totp_off', of: operator, after: { totp: 'off' } })
        await notices.notify(unit, operatorId, { kind: 'totp_off', ip: actor.ip, by: actor.name }, now)
      },
      { durable: true },
    )
  }

  #makeCodes(): string[] {
    const { random } = this.#parts
    return Array.from({ length: RECOVERY_CODES }, () => writeRecoveryCode(random.bytes(RECOVERY_CODE_BYTES)))
  }
}

/**
 * Spends a code of an authenticator or a recovery code. A code is right once, even if two requests use it at the same
 * time.
 * @param now Unix seconds
 * @returns what was spent; `none` for a wrong code
 */
export async function spendFactor(
  unit: WriteUnit,
  operatorId: number,
  given: string,
  now: number,
): Promise<'totp' | 'recovery_code' | 'none'> {
  const operator = await unit.operators.find(operatorId)
  if (operator === undefined || operator.totpConfirmedAt === null) return 'none'
  const code = given.replace(/\s/g, '')
  if (!isTotpCode(code))
    return (await unit.recoveryCodes.use(operatorId, digestRecoveryCode(code), now))
      ? 'recovery_code'
      : 'none'
  const step = acceptedStep(operator.totpSecret, code, now, operator.totpLastStep)
  const isSpent = step !== undefined && (await unit.operators.useTotpStep(operatorId, step))
  return isSpent ? 'totp' : 'none'
}

function alreadyOn(): Refused {
  return new Refused(CONSOLE.conflict, 'An authenticator is in use already')
}

function alreadyOff(): Refused {
  return new Refused(CONSOLE.conflict, 'No authenticator is in use')
}
