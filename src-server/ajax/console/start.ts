import type { START_CONTRACT } from '../../contract/actions/start.ts'
import type { ApplicationServices } from '../../services/applications/create-application-services.ts'
import type { StartServices } from '../../services/start/create-start-services.ts'
import type { CallTools } from './applications.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const startActions = ({
  demoAccounts,
  firstStart,
  kits,
  applications,
}: StartServices & ApplicationServices & CallTools) =>
  ({
    start_get: ({ cameTo }) => firstStart.get(cameTo),
    demo_start: ({ actor }, { language }) => demoAccounts.start(actor, language),
    demo_end: ({ actor }) => emptyAfter(demoAccounts.end(actor)),
    kit_get: async ({ actor, cameTo }, { app, type }) =>
      kits.make(applications.require(actor, app), type, cameTo),
  }) satisfies ActionsOf<typeof START_CONTRACT>
