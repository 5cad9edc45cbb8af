import type { IMPORT_CONTRACT } from '../../contract/actions/imports.ts'
import type { ImportServices } from '../../services/imports/create-import-services.ts'
import type { ActionsOf } from './handlers.ts'

export const importActions = ({ importUndos }: ImportServices) =>
  ({
    import_list: async ({ actor }, { kind }) => ({ rows: await importUndos.list(actor, kind) }),
    import_undo: ({ actor }, { id, dry_run: dryRun }) => importUndos.undo(actor, id, { dryRun }),
  }) satisfies ActionsOf<typeof IMPORT_CONTRACT>
