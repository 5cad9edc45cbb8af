import type { Actor } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { CodeEdit, EditableCode } from '../../domain/code/edit.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit } from '../platform/audit-trail.ts'
import type { CodeTarget } from './code-walk.ts'

/** The codes that an edit changes. `byApp` counts them and names the first 100 of each application. */
export interface EditedCodes {
  readonly ids: number[]
  readonly byApp: Map<number, { count: number; readonly ids: number[] }>
}

interface Edited {
  readonly action: string
  readonly edit: CodeEdit
  readonly target: CodeTarget
}

/**
 * Records a bulk edit once for each application that it touches, with the first of its changes: which edit, how many
 * codes, which codes.
 */
export async function auditBulk(
  unit: WriteUnit,
  actor: Actor,
  at: number,
  registry: ApplicationRegistry,
  { action, edit, target }: Edited,
  plan: EditedCodes,
): Promise<void> {
  const by = target.ids === undefined ? { filter: target.filter, search: target.search } : {}
  for (const [app, { count, ids }] of plan.byApp) {
    await audit(unit, actor, at, {
      action,
      subject: { kind: 'code', id: '', label: String(count) },
      app,
      owner: registry.ownerOf(app),
      after: { ...edit, count, ids, ...by },
    })
  }
}

/** Records how a bulk edit ended that changed fewer codes than planned. */
export async function auditEnd(
  unit: WriteUnit,
  actor: Actor,
  at: number,
  registry: ApplicationRegistry,
  { action, edit }: Edited,
  plan: EditedCodes,
  end: { readonly done: number; readonly of: number; readonly cancelled: boolean },
): Promise<void> {
  const [app] = plan.byApp.size === 1 ? plan.byApp.keys() : []
  await audit(unit, actor, at, {
    action,
    subject: { kind: 'code', id: '', label: `${end.done}/${end.of}` },
    app: app ?? null,
    owner: app === undefined ? actor.operatorId : registry.ownerOf(app),
    after: { kind: edit.kind, ...end },
  })
}

/** Records the edit of a single code, before and after. */
export async function auditOne(
  unit: WriteUnit,
  actor: Actor,
  at: number,
  registry: ApplicationRegistry,
  action: string,
  code: Code,
  change: Partial<EditableCode>,
): Promise<void> {
  const isGone = Object.keys(change).length === 0
  const { type, seconds, left, markcode, ip, ip6, endTime, disabled, note, tags, fields, agentId } = code
  const places = { markcode, ip, ip6 }
  const texts = { note, tags, fields, seats: code.seats }
  const before = {
    type,
    seconds,
    left,
    ...places,
    endTime,
    disabled,
    ...texts,
    agentId,
    recycledAt: code.recycledAt,
  }
  await audit(unit, actor, at, {
    action,
    subject: { kind: 'code', id: code.id, label: code.kami },
    app: code.appId,
    owner: registry.ownerOf(code.appId),
    before,
    ...(!isGone && { after: { ...before, ...change } }),
  })
}
