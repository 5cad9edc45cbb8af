import type { z } from 'zod'
import { codeUpdate } from '../../../contract/actions/code-bulk.ts'
import type { CodeEdit } from '../../../domain/code/edit.ts'
import { worthOf } from '../../../services/codes/code-worth.ts'
import { implement } from '../implement.ts'

export const codeUpdateAction = implement(codeUpdate, ({ actor, services }, input) =>
  services.codeEdits.run(actor, {
    action: 'code_update',
    target: input,
    edit: editOf(input),
    dryRun: input.dry_run,
  }),
)

/** The one change that is asked for: the contract takes no other number of them. */
function editOf(input: z.output<(typeof codeUpdate)['input']>): CodeEdit {
  const {
    disabled,
    extend_seconds: seconds,
    end_time: endTime,
    convert,
    agent,
    note = '',
    record = 'take_back',
  } = input
  if (disabled !== undefined) return disabled ? { kind: 'disable', record } : { kind: 'enable' }
  if (seconds !== undefined) return { kind: 'extend', seconds }
  if (endTime !== undefined) return { kind: 'end', endTime }
  if (convert !== undefined) return { kind: 'convert', type: convert.type, ...worthOf(convert) }
  if (agent !== undefined) return { kind: 'attribute', agentId: agent }
  return { kind: 'note', note }
}
