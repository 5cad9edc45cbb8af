import { operatorEvent } from '../../contract/code-names.ts'
import type { CodeEventKind } from '../../contract/records/code-event.ts'
import type { Code } from '../../domain/code/code.ts'
import type { CodeEdit } from '../../domain/code/edit.ts'
import type { TagChange } from '../../domain/grouping/tags.ts'
import type { NewCodeEvent } from '../../store/telemetry-store.ts'

/** An act of a client on a code. `at` is Unix seconds. */
export function clientEvent(
  kind: CodeEventKind,
  code: Pick<Code, 'id'>,
  from: { readonly markcode: string; readonly ip: string },
  at: number,
  detail = '',
): NewCodeEvent {
  return { codeId: code.id, at, kind, markcode: from.markcode, ip: from.ip, by: '', detail }
}

export function rechargeEvent(code: Code, user: string, by: string, at: number): NewCodeEvent {
  return { codeId: code.id, at, kind: 'recharge', markcode: '', ip: '', by, detail: user }
}

/**
 * The event of an edit in a code's history. A purge has none, since the history is deleted with the code.
 * @param recordBy the seconds by which the trading account's record moved
 */
export function editEvent(
  code: Code,
  edit: CodeEdit,
  by: string,
  at: number,
  recordBy = 0,
): NewCodeEvent | undefined {
  const said = eventOf(edit, recordBy)
  if (said === undefined) return undefined
  // The event of an unbind names what was bound.
  const bound = edit.kind === 'unbind' ? code : { markcode: '', ip: '' }
  return {
    codeId: code.id,
    at,
    kind: said.kind,
    markcode: bound.markcode,
    ip: bound.ip,
    by,
    detail: said.detail,
  }
}

function eventOf(edit: CodeEdit, recordBy: number): { kind: CodeEventKind; detail: string } | undefined {
  switch (edit.kind) {
    case 'purge':
      return undefined
    case 'extend':
      return { kind: 'extend', detail: String(edit.seconds) }
    case 'end':
      return { kind: 'end', detail: String(edit.endTime) }
    case 'convert':
      return { kind: 'convert', detail: edit.type }
    case 'attribute':
      return { kind: 'attribute', detail: edit.agentId === null ? '' : String(edit.agentId) }
    case 'note':
      return { kind: 'note', detail: edit.note }
    case 'tags':
      return { kind: 'tags', detail: saidOf(edit.tags) }
    case 'seats':
      return { kind: 'seats', detail: String(edit.seats) }
    case 'fields':
      return { kind: 'fields', detail: '' }
    case 'disable':
    case 'enable':
    case 'recycle':
    case 'restore':
      return { kind: edit.kind, detail: recordBy === 0 ? '' : String(recordBy) }
    default:
      return { kind: operatorEvent(edit.kind), detail: '' }
  }
}

function saidOf({ add = [], remove = [] }: TagChange): string {
  return [...add.map((tag) => `+${tag}`), ...remove.map((tag) => `-${tag}`)].join(', ')
}
