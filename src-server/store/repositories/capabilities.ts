import type { ApiState, Grant } from '../../domain/application/capability.ts'

export interface CapabilityRepository {
  setState(api: string, state: ApiState): Promise<void>
  setGrant(appId: number, api: string, grant: Grant): Promise<void>
  states(): Promise<ReadonlyMap<string, ApiState>>
  grants(): Promise<readonly (Grant & { readonly appId: number; readonly api: string })[]>
}
