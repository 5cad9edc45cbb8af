import type { Scope } from '../../domain/access/scope.ts'
import type { BindCode, HeldBind } from '../../domain/device/bind-code.ts'

export interface BindCodeRepository {
  find(appId: number, code: string): Promise<BindCode | undefined>
  /** The code in any application, for a bot that several applications share. */
  findByCode(code: string): Promise<BindCode | undefined>
  /** Stores a code in place of the account's pending one. @returns false when the code exists already */
  issue(code: BindCode): Promise<boolean>
  /** pending → bound, once. Undefined for a second caller. */
  bind(appId: number, code: string, openId: string): Promise<BindCode | undefined>
  /** pending → held, once. Replaces another held code of this account. */
  hold(appId: number, code: string, openId: string): Promise<BindCode | undefined>
  /** held → bound or declined, once. Undefined for a second caller. */
  settle(code: string, state: 'bound' | 'declined'): Promise<BindCode | undefined>
  /** The binds that wait for the vendor, the newest first. @param app only this application's */
  listHeld(
    scope: Scope,
    app: number | undefined,
    limit: number,
  ): Promise<{ readonly rows: readonly HeldBind[]; readonly total: number }>
  /** A single waiting bind. Undefined when it isn't in the scope. */
  findHeld(scope: Scope, code: string): Promise<HeldBind | undefined>
  /** The number of codes issued for an account since then. */
  countSince(deviceId: number, since: number): Promise<number>
  /**
   * Deletes the codes that ended before `before`. Held codes have a time of their own, because they wait for
   * longer than they are valid.
   */
  deleteExpired(before: number, heldBefore: number): Promise<void>
}
