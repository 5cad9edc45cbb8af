import { codeDelete } from '../../../contract/actions/code-bulk.ts'
import { implement } from '../implement.ts'

export const codeDeleteAction = implement(codeDelete, ({ actor, services }, input) =>
  services.codeEdits.run(actor, {
    action: 'code_delete',
    target: input,
    edit: { kind: 'recycle', record: input.record },
    dryRun: input.dry_run,
  }),
)
