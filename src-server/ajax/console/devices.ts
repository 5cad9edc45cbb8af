import type { DEVICE_CONTRACT } from '../../contract/actions/devices.ts'
import type { SERVER_CONTRACT } from '../../contract/actions/servers.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import { inside } from '../../contract/spelling.ts'
import { DEVICE } from '../../contract/subjects/device.ts'
import { namedFields } from '../../contract/subjects/inside.ts'
import type { DeviceServices } from '../../services/devices/create-device-services.ts'
import { Refused } from '../../services/refused.ts'
import type { ActionsOf } from './handlers.ts'
import { listQuery, selectionOf } from './list-query.ts'

export const deviceActions = ({
  devices,
  deviceChanges,
  deviceControls,
  deviceTransfers,
  servers,
  serverRenames,
}: DeviceServices) =>
  ({
    device_list: ({ actor }, input) => devices.list(actor, input.filter, listQuery(input, 'id')),
    device_get: ({ actor }, { id }) => devices.get(actor, id),
    device_create: ({ actor }, { app, account_key: key, ...given }) =>
      devices.create(actor, app, key, { ...namedFields(DEVICE, given), vip: given.vip }),
    device_same_number: async ({ actor }, { app, account_key: key, except }) => ({
      rows: await devices.sameNumber(actor, app, key, except),
    }),
    device_update: ({ actor }, { id, ...given }) => devices.update(actor, id, namedFields(DEVICE, given)),
    device_control: async ({ actor }, { ids, filter, ...controls }) =>
      deviceControls.set(actor, devices.select(actor, { ids, filter }), inside(controls)),
    device_history: async ({ actor }, { id, ...span }) => ({
      rows: await devices.history(actor, { deviceId: id, ...span }),
    }),
    device_trends: async ({ actor }, wanted) => ({ rows: await devices.trends(actor, wanted) }),
    device_bulk: (
      { actor },
      { ids, filter, search, dry_run: dryRun, add_tags: add, remove_tags: remove, ...given },
    ) =>
      deviceChanges.update(actor, { ids, filter, search, dryRun }, namedFields(DEVICE, given), {
        add,
        remove,
      }),
    device_extend: ({ actor }, input) => {
      const { seconds, until = 0 } = input
      return deviceChanges.extend(actor, selectionOf(input), seconds === undefined ? { until } : { seconds })
    },
    device_delete: ({ actor }, input) => deviceChanges.delete(actor, selectionOf(input), input.codes),
    device_move: ({ actor }, { id, account_key: key }) => deviceChanges.move(actor, id, key),
    device_expiring: async ({ actor }, { filter }) => ({
      counts: await devices.countExpiring(actor, filter),
    }),
    device_export: ({ actor }, query) => deviceTransfers.export(actor, query),
    device_import: async ({ actor }, { app, rows, dry_run: dryRun, ...origin }) => {
      // `devices.create` allows new accounts. A change of an account that exists needs `devices.edit` as well.
      if (origin.existing === 'update' && !actor.permissions.includes('devices.edit'))
        throw new Refused(CONSOLE.forbidden, 'Your role does not include this')
      return deviceTransfers.import(actor, app, rows, { dryRun, ...origin })
    },
    server_list: ({ actor }, wanted) => servers.list(actor, wanted),
    server_rename: ({ actor }, order) => serverRenames.rename(actor, inside(order)),
    server_rename_list: async ({ actor }) => ({ rows: await serverRenames.list(actor) }),
    server_rename_undo: ({ actor }, { id, dry_run: dryRun }) => serverRenames.undo(actor, id, { dryRun }),
  }) satisfies ActionsOf<typeof DEVICE_CONTRACT & typeof SERVER_CONTRACT>
