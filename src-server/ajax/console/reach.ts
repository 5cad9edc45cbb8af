import type { REACH_CONTRACT } from '../../contract/actions/reach.ts'
import type { ReachServices } from '../../services/reach/create-reach-services.ts'
import type { ActionsOf } from './handlers.ts'

export const reachActions = ({ reach }: ReachServices) =>
  ({
    reach_get: async () => reach.report(),
    reach_test: () => reach.test(),
  }) satisfies ActionsOf<typeof REACH_CONTRACT>
