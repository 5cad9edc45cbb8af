import type { Clock } from '../../contract/ports.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { RuleEngine } from './rule-engine.ts'

export interface RuleParts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly engine: Pick<RuleEngine, 'book'>
  readonly clock: Clock
}
