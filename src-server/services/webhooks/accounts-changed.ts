import type { Device } from '../../domain/device/device.ts'
import type { WriteUnit } from '../../store/store.ts'
import { happened } from './happened.ts'
import { licencesChanged } from './licence-changes.ts'

interface Changed {
  readonly was: Device
  readonly is: Device
}

/** The events of changed trading accounts: their pause switches, and the ends of their licences. */
export async function accountsChanged(
  unit: WriteUnit,
  { by, at }: { readonly by: string; readonly at: number },
  changed: readonly Changed[],
): Promise<void> {
  const switched = changed.filter(
    ({ was, is }) => was.pauseOpen !== is.pauseOpen || was.pauseAdd !== is.pauseAdd,
  )
  for (const [app, own] of Map.groupBy(switched, ({ is }) => is.appId))
    await happened(unit, {
      event: 'account_paused',
      app,
      at,
      data: () => ({
        accounts: own.map(({ is }) => ({
          name: is.accountKey,
          pause_open: is.pauseOpen,
          pause_add: is.pauseAdd,
        })),
        by,
      }),
    })
  await licencesChanged(
    unit,
    { what: 'trading_accounts', by, at },
    changed.map(({ was, is }) => ({ app: is.appId, name: is.accountKey, before: was.vip, after: is.vip })),
  )
}
