import type { CustomValues } from '../../contract/subjects/custom-values.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { changesBetween, withoutSecrets } from '../../domain/audit/changes.ts'
import type { AuditEntry } from '../../domain/audit/entry.ts'
import type { CustomField } from '../../domain/grouping/custom-field.ts'
import { byName } from '../../domain/grouping/values.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import type { WriteUnit } from '../../store/store.ts'
import { withPauses } from '../with-pauses.ts'

/**
 * An act and its subject. `before` and `after` are whole records or only the relevant members: the log keeps what
 * differs.
 */
export interface AuditedChange {
  readonly action: string
  readonly subject: { readonly kind: string; readonly id: number | string; readonly label: string }
  /** The application of the subject, and the developer who owns it; left out for the platform's own. */
  readonly app?: number | null
  readonly owner?: number | null
  readonly before?: object | undefined
  readonly after?: object | undefined
}

/** The actor of acts that the server does by itself. */
export const SERVER = { personId: 0, name: 'server', role: 'server', ip: '' } as const
/** The actor of a customer's act: customers don't sign in. */
export function customer(ip: string): Auditor {
  return { personId: 0, name: 'customer', role: 'server', ip }
}
/** Any actor that a row of the log can name. */
export type Auditor =
  | Pick<Actor, 'operatorId' | 'personId' | 'name' | 'role' | 'ip' | 'token'>
  | { readonly personId: 0; readonly name: string; readonly role: 'server'; readonly ip: string }

/**
 * Writes a change into the audit log, in the unit of work that makes it: both are stored or neither. Secrets are
 * replaced. An update that changes nothing leaves no row.
 * @param at Unix seconds
 */
export async function audit(
  unit: WriteUnit,
  actor: Auditor,
  at: number,
  change: AuditedChange,
): Promise<void> {
  await auditEach(unit, actor, at, [change])
}

/** As `audit`, for many changes of one act: each has a row of its own, in their order. */
export async function auditEach(
  unit: WriteUnit,
  actor: Auditor,
  at: number,
  changes: readonly AuditedChange[],
): Promise<void> {
  const names = await fieldNames(unit, changes)
  for await (const some of withPauses(slicesOf(changes, TOGETHER)))
    await unit.audit.append(
      some.flatMap((change) => {
        const differing = differenceOf(withFieldNames(change, names))
        return differing === undefined ? [] : [entryOf(actor, at, { ...change, ...differing })]
      }),
    )
}

type BeforeAndAfter = Pick<AuditedChange, 'before' | 'after'>

/** @returns undefined for an update that changes nothing */
function differenceOf({ before, after }: BeforeAndAfter): BeforeAndAfter | undefined {
  if (before === undefined || after === undefined) return { before, after }
  const differing = changesBetween(before, after)
  return Object.keys(differing.after).length === 0 ? undefined : differing
}

type FieldNames = ReadonlyMap<number | null | undefined, readonly CustomField[]>

/** The custom fields of the owners whose records have values. */
async function fieldNames(unit: WriteUnit, changes: readonly AuditedChange[]): Promise<FieldNames> {
  const names = new Map<number, readonly CustomField[]>()
  for (const { owner, before, after } of changes)
    if (typeof owner === 'number' && !names.has(owner) && (hasValues(before) || hasValues(after)))
      names.set(owner, await unit.customFields.ofOwner(owner))
  return names
}

/** People read the names of custom fields, and the log keeps them when a field is renamed or deleted. */
function withFieldNames({ owner, before, after }: AuditedChange, names: FieldNames): BeforeAndAfter {
  const fields = names.get(owner)
  if (fields === undefined) return { before, after }
  const named = (record: object | undefined) =>
    hasValues(record) ? { ...record, fields: byName(record.fields, fields) } : record
  return { before: named(before), after: named(after) }
}

function hasValues(record: object | undefined): record is { readonly fields: CustomValues } {
  return record !== undefined && 'fields' in record && Object.keys(record.fields ?? {}).length > 0
}

/** The row of a change, for a change that no unit of this store writes. */
export function entryOf(actor: Auditor, at: number, change: AuditedChange): AuditEntry {
  return {
    at,
    personId: actor.personId,
    personName: nameOf(actor),
    role: actor.role === 'server' || actor.personId === actor.operatorId ? actor.role : 'staff',
    ip: actor.ip,
    action: change.action,
    subjectKind: change.subject.kind,
    subjectId: String(change.subject.id),
    subjectLabel: change.subject.label.slice(0, 128),
    appId: change.app ?? null,
    ownerId: change.owner ?? null,
    before: jsonOf(change.before),
    after: jsonOf(change.after),
  }
}

/** A program acts in a person's name: the row names both. */
function nameOf(actor: Auditor): string {
  return actor.role === 'server' || actor.token === undefined
    ? actor.name
    : `${actor.name} (${actor.token.name})`
}

function jsonOf(value: object | undefined): string {
  return value === undefined ? '' : JSON.stringify(withoutSecrets(value))
}
