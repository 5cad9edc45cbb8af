import type { Code } from '../../domain/code/code.ts'
import type { CodeEdit, EditableCode } from '../../domain/code/edit.ts'
import type { WriteUnit } from '../../store/store.ts'
import { happened } from '../webhooks/happened.ts'
import { countRenewals, licencesChanged } from '../webhooks/licence-changes.ts'

export interface EditedCode {
  readonly code: Code
  readonly change: Partial<EditableCode>
}

/** Writes the events of an edit of codes, one for each application and chunk. */
export async function codesEdited(
  unit: WriteUnit,
  edit: CodeEdit,
  { by, at }: { readonly by: string; readonly at: number },
  edited: readonly EditedCode[],
): Promise<void> {
  if (edit.kind === 'extend' || edit.kind === 'end' || edit.kind === 'convert') {
    const changes = edited.map(({ code, change }) => ({
      app: code.appId,
      name: code.kami,
      agent: code.agentId,
      before: code.endTime,
      after: change.endTime === undefined ? code.endTime : change.endTime,
    }))
    await licencesChanged(unit, { what: 'codes', by, at }, changes)
    // The renewal of a trading account is counted with its record.
    await countRenewals(
      unit,
      at,
      changes.filter((_, index) => edited[index]?.code.accountKey === ''),
    )
    return
  }
  const data = dataOf(edit)
  if (data === undefined) return
  for (const [app, own] of Map.groupBy(edited, ({ code }) => code.appId))
    await happened(unit, {
      event: data.event,
      app,
      at,
      data: () => ({ codes: own.map(({ code }) => code.kami), ...data.more, by }),
    })
}

function dataOf(edit: CodeEdit) {
  switch (edit.kind) {
    case 'unbind':
      return { event: 'unbound', more: {} } as const
    case 'recycle':
      // A deleted code whose trading account keeps the time was not refunded.
      return edit.record === 'keep'
        ? undefined
        : ({ event: 'refunded', more: { record: edit.record } } as const)
    default:
      return undefined
  }
}
