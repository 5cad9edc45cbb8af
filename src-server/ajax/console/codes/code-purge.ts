import { codePurge } from '../../../contract/actions/code-bulk.ts'
import { implement } from '../implement.ts'

export const codePurgeAction = implement(codePurge, ({ actor, services }, input) =>
  services.codeEdits.run(actor, {
    action: 'code_purge',
    target: input,
    edit: { kind: 'purge' },
    dryRun: input.dry_run,
  }),
)
