import type { ApiStanding, Grant } from '../../domain/application/capability.ts'

export interface CapabilityRepository {
  setState(api: string, standing: ApiStanding): Promise<void>
  setGrant(appId: number, api: string, grant: Grant): Promise<void>
  states(): Promise<ReadonlyMap<string, ApiStanding>>
  grants(): Promise<readonly (Grant & { readonly appId: number; readonly api: string })[]>
}
