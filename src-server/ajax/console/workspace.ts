import type { WORKSPACE_CONTRACT } from '../../contract/actions/workspace.ts'
import type { PlatformServices } from '../../services/platform/create-platform-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const workspaceActions = ({ savedViews, ownPreferences, ownJobs, palette }: PlatformServices) =>
  ({
    view_list: async ({ actor }, { list }) => ({ rows: await savedViews.list(actor, list) }),
    view_save: ({ actor }, view) => savedViews.save(actor, view),
    view_delete: ({ actor }, { id }) => emptyAfter(savedViews.delete(actor, id)),
    preferences_get: ({ actor }) => ownPreferences.get(actor),
    preferences_set: async ({ actor }, change) => ({ preferences: await ownPreferences.set(actor, change) }),
    job_list: async ({ actor }) => ({ rows: await ownJobs.list(actor) }),
    job_cancel: ({ actor }, { id }) => ownJobs.cancel(actor, id),
    palette_search: async ({ actor }, { text }) => ({ rows: await palette.search(actor, text) }),
  }) satisfies ActionsOf<typeof WORKSPACE_CONTRACT>
