import type { Device } from '../../domain/device/device.ts'
import type { WriteUnit } from '../../store/store.ts'
import { licencesKept, pausesKept } from '../performance/account-events.ts'
import { happened, inParts } from './happened.ts'
import { licencesChanged, type LicenceCause, type LicenceChange } from './licence-changes.ts'

interface Changed extends Pick<LicenceChange, 'isFirst'> {
  readonly was: Device
  readonly is: Device
}

/** The events of trading accounts whose pause switches changed, and the marks of their charts. */
export async function pausesChanged(
  unit: WriteUnit,
  { by, at }: Pick<LicenceCause, 'by' | 'at'>,
  changed: readonly Pick<Device, 'id' | 'appId' | 'accountKey' | 'pauseOpen' | 'pauseAdd'>[],
): Promise<void> {
  await pausesKept(unit, { by, at }, changed)
  for (const [app, own] of Map.groupBy(changed, ({ appId }) => appId))
    for (const part of inParts(own)) {
      const data = () => ({ accounts: part.map(pausesOf), by })
      await happened(unit, { event: 'account_paused', app, at, data })
    }
}

function pausesOf({
  accountKey,
  pauseOpen,
  pauseAdd,
}: Pick<Device, 'accountKey' | 'pauseOpen' | 'pauseAdd'>) {
  return { name: accountKey, pause_open: pauseOpen, pause_add: pauseAdd }
}

/** The events and marks of changed trading accounts: their pause switches, and the ends of their licences. Counts renewals. */
export async function accountsChanged(
  unit: WriteUnit,
  { by, at, code }: Omit<LicenceCause, 'what'>,
  changed: readonly Changed[],
): Promise<void> {
  const switched = changed.filter(
    ({ was, is }) => was.pauseOpen !== is.pauseOpen || was.pauseAdd !== is.pauseAdd,
  )
  await pausesChanged(
    unit,
    { by, at },
    switched.map(({ is }) => is),
  )
  await licencesKept(unit, { by, at }, changed)
  await licencesChanged(
    unit,
    { what: 'trading_accounts', by, at, code },
    changed.map(({ was, is, isFirst }) => ({
      app: is.appId,
      name: is.accountKey,
      agent: is.agentId,
      before: was.vip,
      after: is.vip,
      isFirst,
    })),
  )
}
