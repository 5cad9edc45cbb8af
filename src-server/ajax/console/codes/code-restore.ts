import { codeRestore } from '../../../contract/actions/code-bulk.ts'
import { implement } from '../implement.ts'

export const codeRestoreAction = implement(codeRestore, ({ actor, services }, input) =>
  services.codeEdits.run(actor, {
    action: 'code_restore',
    target: input,
    edit: { kind: 'restore' },
    dryRun: input.dry_run,
  }),
)
