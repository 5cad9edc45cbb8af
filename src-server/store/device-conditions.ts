import { and, eq, gt, lt, lte, type Column, type SQL } from 'drizzle-orm'
import type { DeviceState, ExpirySpan } from '../contract/device-names.ts'
import { PERMANENT_VIP } from '../contract/limits.ts'
import { EXPIRY_BOUNDS } from '../domain/device/expiry.ts'

interface DeviceColumns {
  readonly disabled: Column
  readonly vip: Column
}

/** The conditions of a list of trading accounts that depend on the time. */
export function timedConditions(devices: DeviceColumns) {
  return {
    /** The SQL of domain/device/device.ts, deviceState. */
    state: (state: DeviceState, now: number): SQL | undefined => {
      switch (state) {
        case 'disabled':
          return eq(devices.disabled, true)
        case 'expired':
          return and(eq(devices.disabled, false), lte(devices.vip, now))
        case 'active':
          return and(eq(devices.disabled, false), gt(devices.vip, now))
      }
    },

    /** The SQL of domain/device/expiry.ts, expirySpan. */
    expires: (span: ExpirySpan, now: number): SQL | undefined => {
      const { from, to } = EXPIRY_BOUNDS[span]
      return and(
        eq(devices.disabled, false),
        lt(devices.vip, PERMANENT_VIP),
        Number.isFinite(from) ? gt(devices.vip, now + from) : undefined,
        lte(devices.vip, now + to),
      )
    },
  }
}
