import type { ApiState, Grant } from '../../domain/application/capability.ts'

export interface CapabilityRepository {
  states(): Promise<ReadonlyMap<string, ApiState>>
  grants(): Promise<readonly (Grant & { readonly appId: number; readonly api: string })[]>
}
