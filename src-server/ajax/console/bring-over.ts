import type { BRING_CONTRACT } from '../../contract/actions/bring-over.ts'
import type { BringServices } from '../../services/bring-over/create-bring-services.ts'
import { emptyAfter, type ActionsOf } from './handlers.ts'

export const bringActions = ({ bringOver }: BringServices) =>
  ({
    bring_get: () => bringOver.record(),
    bring_piece: (_, { name, at, data }) => bringOver.add(name, at, data),
    bring_check: async ({ actor }, { system, app, ...choices }) => ({
      job: await bringOver.check(actor, system, app, choices),
    }),
    bring_left: async (_, { after }) => bringOver.left(after),
    bring_start: async ({ actor }, choices) => ({ job: await bringOver.start(actor, choices) }),
    bring_drop: () => emptyAfter(bringOver.drop()),
  }) satisfies ActionsOf<typeof BRING_CONTRACT>
