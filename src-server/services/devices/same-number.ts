import type { SameNumber } from '../../contract/records/device.ts'
import { scopeOf, sees, type Actor } from '../../domain/access/scope.ts'
import type { Device } from '../../domain/device/device.ts'
import { loginOf } from '../../contract/account-key.ts'
import type { Unit } from '../../store/store.ts'

const MOST_NAMED = 20

/**
 * Trading accounts of an application with the number of `accountKey` on other servers: a mistyped server creates a
 * second record beside the paid one. Only those that the actor sees.
 */
export async function sameNumber(
  unit: Unit,
  actor: Actor,
  { appId, ownerId, accountKey }: Pick<Device, 'appId' | 'accountKey'> & { readonly ownerId: number },
): Promise<SameNumber> {
  const scope = scopeOf(actor)
  const found = await unit.devices.ofLogin(appId, loginOf(accountKey), MOST_NAMED)
  return found
    .filter(
      (device) =>
        device.accountKey !== accountKey && sees(scope, { appId, ownerId, agentId: device.agentId }),
    )
    .map(({ id, accountKey: key }) => ({ id, account_key: key }))
}

/** For an answer: left out where there are none. */
export function noteOf(others: SameNumber): { same_number?: SameNumber } {
  return others.length === 0 ? {} : { same_number: others }
}
