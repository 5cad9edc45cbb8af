import type { PLATFORM_CONTRACT } from '../../contract/actions/platform.ts'
import { namedMembers, inside } from '../../contract/spelling.ts'
import type { PeopleServices } from '../../services/people/create-people-services.ts'
import type { PlatformServices } from '../../services/platform/create-platform-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const platformActions = ({
  platformSettings,
  platformHealth,
  healthHistory,
  copyList,
  clockTrust,
  images,
  announcements,
  certifications,
  backups,
  sealedSecrets,
}: PlatformServices & PeopleServices) =>
  ({
    settings_get: async ({ addresses }) => platformSettings.record(addresses),
    settings_set: async ({ actor, addresses }, change) => {
      await platformSettings.set(actor, change)
      return platformSettings.record(addresses)
    },
    site_get: () => platformSettings.signInSite(),
    health: (_, { check }) => platformHealth.read(check),
    health_history: (_, { from, to, points }) => healthHistory.read(from, to, points),
    copy_list: async () => ({ rows: await copyList.read() }),
    clock_confirm: ({ actor }) => emptyAfter(clockTrust.confirm(actor)),
    image_upload: ({ actor }, { purpose, data }) =>
      images.upload(actor, purpose, Buffer.from(data, 'base64')),
    image_list: async (_, { purpose }) => ({ rows: await images.list(purpose) }),
    image_delete: ({ actor }, { id }) => emptyAfter(images.delete(actor, id)),
    announcement_list: (_, input) => announcements.list(listQuery(input, 'id')),
    announcement_create: ({ actor }, fields) => announcements.create(actor, inside(fields)),
    announcement_update: ({ actor }, { id, ...fields }) =>
      announcements.update(actor, id, namedMembers(inside(fields))),
    announcement_delete: ({ actor }, { id }) => emptyAfter(announcements.delete(actor, id)),
    announcement_current: async ({ actor }) => ({ rows: await announcements.current(actor) }),
    certification_list: (_, input) => certifications.list(input.filter, listQuery(input, 'id')),
    certification_create: ({ actor }, fields) => certifications.create(actor, inside(fields)),
    certification_update: ({ actor }, { id, ...fields }) =>
      certifications.update(actor, id, namedMembers(inside(fields))),
    certification_delete: ({ actor }, { ids }) => certifications.delete(actor, ids),
    certification_import: ({ actor }, { rows, dry_run: dryRun }) =>
      certifications.import(actor, rows, dryRun),
    backup_now: async ({ actor }) => ({ job: await backups.start(actor) }),
    backup_list: () => backups.list(),
    backup_delete: ({ actor }, { name }) => emptyAfter(backups.delete(actor, name)),
    backup_restore: async ({ actor, session }, { name, recovery_key: key }) => ({
      job: await backups.restore(actor, session.token, name, key),
    }),
    recovery_key_show: ({ actor }) => sealedSecrets.show(actor),
    recovery_key_confirm: ({ actor }) => emptyAfter(sealedSecrets.confirm(actor)),
    recovery_key_renew: ({ actor }) => sealedSecrets.renew(actor),
    secrets_unlock: ({ actor }, { recovery_key: key }) => emptyAfter(sealedSecrets.unlock(actor, key)),
  }) satisfies ActionsOf<typeof PLATFORM_CONTRACT>
