import type { CODE_CONTRACT } from '../../contract/actions/codes.ts'
import type { ParsedInput } from '../../contract/actions/index.ts'
import { BIN_EDITS, MENU_EDITS, type PlainEdit } from '../../contract/code-names.ts'
import type { EditAnswer, WantedEdit } from '../../services/codes/code-edits.ts'
import { worthOf } from '../../services/codes/code-worth.ts'
import type { CodeServices } from '../../services/codes/create-code-services.ts'
import type { ActionsOf, SignedInRequest } from './handlers.ts'
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
    code_import: ({ actor }, { app, rows, dry_run: dryRun, ...origin }) =>
      codeImports.import(actor, app, rows, { dryRun, ...origin }),
    code_list: ({ actor }, input) => codes.list(actor, input.filter, listQuery(input, 'id')),
    code_get: ({ actor }, { id }) => codes.get(actor, id),
    code_update: ({ actor }, input) => codeEdits.run(actor, orderOf('code_update', input, editOf(input))),
    code_delete: ({ actor }, input) =>
      codeEdits.run(
        actor,
        orderOf('code_delete', input, { kind: 'recycle', record: input.record ?? 'take_back' }),
      ),
    ...plainEdits(codeEdits),
    code_export: ({ actor }, input) => codeExports.export(actor, input),
    batch_list: ({ actor }, input) => batches.list(actor, input.filter, listQuery(input, 'id')),
    batch_get: ({ actor }, { id }) => batches.get(actor, id),
    batch_update: ({ actor }, { id, note }) => batches.setNote(actor, id, note),
  }) satisfies ActionsOf<typeof CODE_CONTRACT>

type PlainEditActions = {
  readonly [E in PlainEdit as `code_${E}`]: (
    request: SignedInRequest,
    input: ParsedInput<`code_${E}`>,
  ) => Promise<EditAnswer>
}

/** The actions of edits without further input. */
function plainEdits(codeEdits: CodeServices['codeEdits']): PlainEditActions {
  const actions = [...MENU_EDITS, ...BIN_EDITS].map((kind) => {
    const action = `code_${kind}` as const
    const run = ({ actor }: SignedInRequest, input: ParsedInput<typeof action>) =>
      codeEdits.run(actor, orderOf(action, input, { kind }))
    return [action, run]
  })
  // The names are those of the type: both come from the two lists.
  return Object.fromEntries(actions) as PlainEditActions
}

function orderOf<N extends string, T extends { readonly dry_run: boolean }>(
  action: N,
  target: T,
  edit: WantedEdit,
) {
  return { action, target, edit, dryRun: target.dry_run }
}

/** The one change that the call asks for: the contract accepts exactly one. */
function editOf(input: ParsedInput<'code_update'>): WantedEdit {
  const {
    disabled,
    extend_seconds: seconds,
    end_time: endTime,
    convert,
    agent,
    add_tags: add,
    remove_tags: remove,
    fields,
    seats,
    note = '',
    record = 'take_back',
  } = input
  if (disabled !== undefined) return disabled ? { kind: 'disable', record } : { kind: 'enable' }
  if (seconds !== undefined) return { kind: 'extend', seconds }
  if (endTime !== undefined) return { kind: 'end', endTime }
  if (convert !== undefined) return { kind: 'convert', type: convert.type, ...worthOf(convert) }
  if (agent !== undefined) return { kind: 'attribute', agentId: agent }
  if (add !== undefined || remove !== undefined) return { kind: 'tags', tags: { add, remove } }
  if (fields !== undefined) return { kind: 'fields', values: fields }
  if (seats !== undefined) return { kind: 'seats', seats }
  return { kind: 'note', note }
}
