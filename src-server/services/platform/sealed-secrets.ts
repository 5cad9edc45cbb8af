import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { PlatformHealth } from '../../contract/records/platform-health.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { describeMistake, readRecoveryKey } from '../../domain/sealing/recovery-key.ts'
import type { DataKey, DataKeyChange, Sealing } from '../../store/sealing.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { Refused } from '../refused.ts'
import { audit } from './audit-trail.ts'

interface Parts {
  readonly store: Store
  readonly sealing: Sealing
  readonly registry: ApplicationRegistry
  readonly clock: Clock
  /** Called when the recovery key is confirmed or replaced. */
  readonly recoveryKeyStored: () => void
  /** Opens the data folder again after the calls under way are answered. */
  readonly reopen: () => void
}

/** The seal over stored keys and passwords: its state, and the recovery key that opens it on another machine. */
export class SealedSecrets {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async state(): Promise<Omit<PlatformHealth['secrets'], 'open_folder' | 'plain_copies'>> {
    const { store, sealing, registry } = this.#parts
    const { createdAt, confirmedAt } = await store.read(requireDataKey)
    return {
      state: sealing.isLocked ? 'locked' : 'sealed',
      machine_key: sealing.machineKeyPlace,
      sealed_at: createdAt,
      recovery_confirmed_at: confirmedAt,
      unreadable: [...registry.all()]
        .filter(({ settings }) => settings.locked)
        .map(({ settings }) => settings.id),
    }
  }

  /**
   * The recovery key, as long as nobody has confirmed to have stored it.
   * @throws Refused 409 afterwards, and while the secrets are locked
   */
  async show(actor: Actor): Promise<{ recovery_key: string }> {
    const { sealing } = this.#parts
    return this.#write(actor, 'recovery_key_show', 'shown', async (unit) => {
      const key = sealing.readSheet(await requireDataKey(unit))
      if (key === undefined)
        throw new Refused(
          CONSOLE.conflict,
          'The recovery key is shown until it is confirmed. Renew it to get another one',
        )
      return { recovery_key: key }
    })
  }

  /** Records that a person has stored the recovery key. From now on the server can't show it. */
  async confirm(actor: Actor): Promise<void> {
    const { clock } = this.#parts
    await this.#write(actor, 'recovery_key_confirm', 'confirmed', async (unit) => {
      await unit.dataKey.update({ sheet: '', confirmedAt: clock.now() })
      unit.afterCommit(this.#parts.recoveryKeyStored)
    })
  }

  /** Replaces the recovery key. The old one opens only backups that were made before. @throws SecretsLocked */
  async renew(actor: Actor): Promise<{ recovery_key: string }> {
    const { sealing } = this.#parts
    return this.#write(actor, 'recovery_key_renew', 'renewed', async (unit) => {
      const before = await requireDataKey(unit)
      const renewed: DataKeyChange = { ...sealing.renewRecovery(), confirmedAt: null }
      await unit.dataKey.update(renewed)
      unit.afterCommit(this.#parts.recoveryKeyStored)
      const key = sealing.readSheet({ ...before, ...renewed })
      if (key === undefined) throw new Error('a new recovery key has no sheet')
      return { recovery_key: key }
    })
  }

  /**
   * Opens the secrets of another machine with their recovery key, and seals them for this machine.
   * @throws Refused 409 where nothing is locked, 422 for a wrong key
   */
  async unlock(actor: Actor, text: string): Promise<void> {
    const { sealing, reopen } = this.#parts
    if (!sealing.isLocked) throw new Refused(CONSOLE.conflict, 'The stored keys and passwords are not locked')
    const recoveryKey = parseRecoveryKey(text)
    await this.#write(actor, 'secrets_unlock', 'entered', async (unit) => {
      const opened = sealing.unlock(await requireDataKey(unit), recoveryKey)
      if (opened === undefined)
        throw new Refused(CONSOLE.invalid, 'The recovery key does not fit this data', {
          recovery_key: 'wrong',
        })
      await unit.dataKey.update(opened)
    })
    reopen()
  }

  #write<T>(
    actor: Actor,
    action: string,
    recoveryKey: string,
    work: (unit: WriteUnit) => Promise<T>,
  ): Promise<T> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const done = await work(unit)
        await audit(unit, actor, clock.now(), {
          action,
          subject: { kind: 'settings', id: 'platform', label: '' },
          after: { recoveryKey },
        })
        return done
      },
      { durable: true },
    )
  }
}

/** @throws Refused 422 that names the group with a typing error */
export function parseRecoveryKey(text: string): Uint8Array {
  const read = readRecoveryKey(text)
  if ('bytes' in read) return read.bytes
  throw new Refused(CONSOLE.invalid, describeMistake(read.group), {
    recovery_key: describeMistake(read.group),
  })
}

async function requireDataKey(unit: Pick<Unit, 'dataKey'>): Promise<DataKey> {
  const key = await unit.dataKey.find()
  if (key === undefined) throw new Error('the open data has no data key')
  return key
}
