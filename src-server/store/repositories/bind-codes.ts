import type { Scope } from '../../domain/access/scope.ts'
import type { BindCode, HeldBind } from '../../domain/device/bind-code.ts'

export interface BindCodeRepository {
  find(appId: number, code: string): Promise<BindCode | undefined>
  /** Whatever application it is of: for a bot that several share. */
  findByCode(code: string): Promise<BindCode | undefined>
  /** Replaces the device's pending one. @returns false when the code is taken. */
  issue(code: BindCode): Promise<boolean>
  /** pending → bound, once: undefined for whoever comes second. */
  bind(appId: number, code: string, openId: string): Promise<BindCode | undefined>
  /** pending → held, once, in place of the one of this device that is held. */
  hold(appId: number, code: string, openId: string): Promise<BindCode | undefined>
  /** held → bound or declined, once: undefined for whoever comes second. */
  settle(code: string, state: 'bound' | 'declined'): Promise<BindCode | undefined>
  /** Those that wait for the vendor, the newest first. @param app only this application's */
  listHeld(
    scope: Scope,
    app: number | undefined,
    limit: number,
  ): Promise<{ readonly rows: readonly HeldBind[]; readonly total: number }>
  /** One that waits; undefined where it isn't in sight. */
  findHeld(scope: Scope, code: string): Promise<HeldBind | undefined>
  /** How many were issued for a device since then. */
  countSince(deviceId: number, since: number): Promise<number>
  /** Those that ended before; held ones by a time of their own, since they wait longer than they are valid. */
  deleteExpired(before: number, heldBefore: number): Promise<void>
}
