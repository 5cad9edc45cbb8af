import type { WORKSPACE_CONTRACT } from '../../contract/actions/workspace.ts'
import type { JobDesk } from '../../services/platform/job-desk.ts'
import type { Palette } from '../../services/platform/palette.ts'
import type { SavedViews } from '../../services/platform/saved-views.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export interface WorkspaceServices {
  readonly savedViews: SavedViews
  readonly jobDesk: JobDesk
  readonly palette: Palette
}

export const workspaceActions = ({ savedViews, jobDesk, palette }: WorkspaceServices) => ({
  view_list: async ({ actor }, { list }) => ({ rows: await savedViews.list(actor, list) }),
  view_save: ({ actor }, view) => savedViews.save(actor, view),
  view_delete: ({ actor }, { id }) => emptyAfter(savedViews.delete(actor, id)),
  job_list: async ({ actor }) => ({ rows: jobDesk.list(actor) }),
  job_cancel: ({ actor }, { id }) => jobDesk.cancel(actor, id),
  palette_search: async ({ actor }, { text }) => ({ rows: await palette.search(actor, text) }),
}) satisfies ActionsOf<typeof WORKSPACE_CONTRACT>
