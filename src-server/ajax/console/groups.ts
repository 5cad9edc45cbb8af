import type { GROUP_CONTRACT } from '../../contract/actions/groups.ts'
import type { DeviceServices } from '../../services/devices/create-device-services.ts'
import type { ActionsOf } from './handlers.ts'

export const groupActions = ({ groupActs }: DeviceServices) =>
  ({
    group_pause: ({ actor }, { dry_run: dryRun, ...order }) => groupActs.pause(actor, { ...order, dryRun }),
    group_close: ({ actor }, { dry_run: dryRun, ...order }) => groupActs.close(actor, { ...order, dryRun }),
    group_resume: ({ actor }, { id, dry_run: dryRun }) => groupActs.resume(actor, id, { dryRun }),
    group_act_list: async ({ actor }) => ({ rows: await groupActs.list(actor) }),
  }) satisfies ActionsOf<typeof GROUP_CONTRACT>
