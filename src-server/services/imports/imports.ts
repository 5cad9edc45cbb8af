import { CONSOLE } from '../../contract/error-codes.ts'
import type { ImportKind } from '../../contract/import-names.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { ImportRecord } from '../../contract/records/import.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Import } from '../../store/repositories/imports.ts'
import type { Store, Unit } from '../../store/store.ts'
import { Refused } from '../refused.ts'

type Needs = Readonly<Record<ImportKind, Permission>>
const SEES: Needs = { code: 'codes', device: 'devices', account: 'accounts' }
const EDITS: Needs = { code: 'codes.edit', device: 'devices.edit', account: 'accounts.edit' }

const IMPORTS_SHOWN = 100

/** @throws Refused 403 for staff who may not see rows of this kind */
export async function listImports(store: Store, actor: Actor, kind: ImportKind): Promise<ImportRecord[]> {
  requirePermission(actor, SEES[kind])
  const rows = await store.read((unit) => unit.imports.list(scopeOf(actor), kind, IMPORTS_SHOWN))
  return rows.map(({ id, appId, file, by, at, made, changed, removed, restored, undoneBy, undoneAt }) => ({
    ...{ id, kind, app: appId, file, by, at, made, changed, removed, restored },
    undone_by: undoneBy,
    undone_at: undoneAt,
  }))
}

/** @throws Refused 404, 403 for staff who may not edit rows of this kind, 409 for an import that is undone already */
export async function requireUndoable(unit: Unit, actor: Actor, id: number): Promise<Import> {
  const found = await unit.imports.find(scopeOf(actor), id)
  if (found === undefined) throw new Refused(CONSOLE.notFound, 'There is no such import')
  requirePermission(actor, EDITS[found.kind])
  if (found.undoneAt !== null)
    throw new Refused(CONSOLE.conflict, 'The import is undone already', { id: 'undone' })
  return found
}

function requirePermission({ permissions }: Actor, needed: Permission): void {
  if (!permissions.includes(needed))
    throw new Refused(CONSOLE.forbidden, 'Your role does not include this', { permission: needed })
}
