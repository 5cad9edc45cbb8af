import type { CODE_CONTRACT } from '../../contract/actions/codes.ts'
import type { ParsedInput } from '../../contract/actions/index.ts'
import type { CodeEdit } from '../../domain/code/edit.ts'
import { worthOf } from '../../services/codes/code-worth.ts'
import type { CodeServices } from '../../services/codes/create-code-services.ts'
import type { ActionsOf } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const codeActions = ({
  codes,
  codeGeneration,
  codeEdits,
  codeExports,
  codeImports,
  batches,
}: CodeServices) =>
  ({
    code_generate: ({ actor }, order) => codeGeneration.generate(actor, order),
    code_import: ({ actor }, { app, rows, dry_run: dryRun }) =>
      codeImports.import(actor, app, rows, { dryRun }),
    code_list: ({ actor }, input) => codes.list(actor, input.filter, listQuery(input, 'id')),
    code_get: ({ actor }, { id }) => codes.get(actor, id),
    code_update: ({ actor }, input) => codeEdits.run(actor, orderOf('code_update', input, editOf(input))),
    code_delete: ({ actor }, input) =>
      codeEdits.run(
        actor,
        orderOf('code_delete', input, { kind: 'recycle', record: input.record ?? 'take_back' }),
      ),
    code_restore: ({ actor }, input) =>
      codeEdits.run(actor, orderOf('code_restore', input, { kind: 'restore' })),
    code_purge: ({ actor }, input) => codeEdits.run(actor, orderOf('code_purge', input, { kind: 'purge' })),
    code_unbind: ({ actor }, input) =>
      codeEdits.run(actor, orderOf('code_unbind', input, { kind: 'unbind' })),
    code_export: ({ actor }, input) => codeExports.export(actor, input),
    batch_list: ({ actor }, input) => batches.list(actor, input.filter, listQuery(input, 'id')),
    batch_get: ({ actor }, { id }) => batches.get(actor, id),
    batch_update: ({ actor }, { id, note }) => batches.setNote(actor, id, note),
  }) satisfies ActionsOf<typeof CODE_CONTRACT>

function orderOf<N extends string, T extends { readonly dry_run: boolean }>(
  action: N,
  target: T,
  edit: CodeEdit,
) {
  return { action, target, edit, dryRun: target.dry_run }
}

/** The one change that the call asks for: the contract accepts exactly one. */
function editOf(input: ParsedInput<'code_update'>): CodeEdit {
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
