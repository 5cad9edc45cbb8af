import type { ApiStatus, Grant } from '../../domain/application/capability.ts'

export interface CapabilityRepository {
  setState(api: string, status: ApiStatus): Promise<void>
  findGrant(appId: number, api: string): Promise<Grant | undefined>
  /**
   * Writes the named members, and leaves the other members of an existing grant.
   * @param base the other members of a new grant
   */
  changeGrant(appId: number, api: string, change: Partial<Grant>, base: Grant): Promise<void>
  /** Deletes the prices of a deleted application. */
  forgetPrices(appId: number): Promise<void>
  states(): Promise<ReadonlyMap<string, ApiStatus>>
  /** @param apps of all applications where left out */
  grants(
    apps?: readonly number[],
  ): Promise<readonly (Grant & { readonly appId: number; readonly api: string })[]>
}

/** The key in `meta` of an application's own price for one API. Grants have no column for it. */
export const priceKey = (appId: number, api: string): string => `price:${appId}:${api}`
