import type { ApiStanding, Grant } from '../../domain/application/capability.ts'

export interface CapabilityRepository {
  setState(api: string, standing: ApiStanding): Promise<void>
  findGrant(appId: number, api: string): Promise<Grant | undefined>
  /** Writes the members it names, and no other of a grant that is there. @param base the other members of a new one */
  changeGrant(appId: number, api: string, change: Partial<Grant>, base: Grant): Promise<void>
  /** Of an application that is gone. */
  forgetPrices(appId: number): Promise<void>
  states(): Promise<ReadonlyMap<string, ApiStanding>>
  grants(): Promise<readonly (Grant & { readonly appId: number; readonly api: string })[]>
}
