import { health } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'

export const healthAction = implement(health, ({ services }, { check }) =>
  services.platformHealth.read(check),
)
