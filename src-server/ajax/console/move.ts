import type { MOVE_CONTRACT } from '../../contract/actions/move.ts'
import type { PlatformServices } from '../../services/platform/create-platform-services.ts'
import type { ActionsOf } from './handlers.ts'

export const moveActions = ({ move }: PlatformServices) =>
  ({
    move_get: async () => move.record(),
    move_begin: ({ actor }, { recovery_key: key }) => move.begin(actor, key),
    move_bundle: async ({ actor }) => ({ job: await move.bundle(actor) }),
    move_finish: ({ actor }, { to }) => move.finish(actor, to),
    move_cancel: ({ actor }) => move.cancel(actor),
  }) satisfies ActionsOf<typeof MOVE_CONTRACT>
