import type { BindCode } from '../../domain/device/bind-code.ts'

export interface BindCodeRepository {
  find(appId: number, code: string): Promise<BindCode | undefined>
  /** Replaces the device's pending one. @returns false when the code is taken. */
  issue(code: BindCode): Promise<boolean>
  /** pending → bound, once: undefined for whoever comes second. */
  bind(appId: number, code: string, openId: string): Promise<BindCode | undefined>
  /** How many were issued for a device since then. */
  countSince(deviceId: number, since: number): Promise<number>
  deleteExpired(before: number): Promise<void>
}
