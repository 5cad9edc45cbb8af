import { codeUnbind } from '../../../contract/actions/code-bulk.ts'
import { implement } from '../implement.ts'

export const codeUnbindAction = implement(codeUnbind, ({ actor, services }, input) =>
  services.codeEdits.run(actor, {
    action: 'code_unbind',
    target: input,
    edit: { kind: 'unbind' },
    dryRun: input.dry_run,
  }),
)
