import type { START_CONTRACT } from '../../contract/actions/start.ts'
import type { StartServices } from '../../services/start/create-start-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const startActions = ({ demoAccounts, firstStart }: StartServices) =>
  ({
    start_get: ({ cameTo }) => firstStart.get(cameTo),
    demo_start: ({ actor }, { language }) => demoAccounts.start(actor, language),
    demo_end: ({ actor }) => emptyAfter(demoAccounts.end(actor)),
  }) satisfies ActionsOf<typeof START_CONTRACT>
