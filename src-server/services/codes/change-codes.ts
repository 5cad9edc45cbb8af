import type { Actor } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { CodeEdit } from '../../domain/code/edit.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { NewCodeEvent } from '../../store/telemetry-store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { auditOne } from './code-edit-audit.ts'
import { editEvent } from './code-events.ts'
import type { EditedCode } from './code-happenings.ts'
import type { CodeRecords } from './code-records.ts'
import { editSeats, type EditOfSeats } from './seat-edits.ts'

interface Parts {
  readonly registry: ApplicationRegistry
  readonly records: CodeRecords
  readonly journal: CodeJournal
}

interface Order {
  readonly actor: Actor
  readonly action: string
  readonly edit: CodeEdit
  /** Unix seconds. */
  readonly now: number
  /** A single code, which the audit log names with its change. */
  readonly isOnly: boolean
}

/** An edit that changes a code. */
export type DecidedEdit = Omit<EditOfSeats, 'records'>

/**
 * Changes codes with their seats and records in one unit of work. No two of them have acted on the same trading account.
 * @param decided some hundred at most
 */
export async function changeCodes(
  unit: WriteUnit,
  { registry, records, journal }: Parts,
  { actor, action, edit, now, isOnly }: Order,
  decided: readonly DecidedEdit[],
): Promise<EditedCode[]> {
  const edits = decided.flatMap(({ code, decision: { change, seats } }) => [
    { code, edit, change },
    ...seats.map((seat) => ({ ...seat, edit })),
  ])
  const follows = await records.follow(unit, edits, now, { actor, action, isAudited: isOnly })
  let at = 0
  const done = decided.map((one) => {
    const [own, ...ofSeats] = follows.slice(at, (at += 1 + one.decision.seats.length))
    return { ...one, own, records: ofSeats }
  })
  const written = done.map(({ code, decision: { change }, own }) => ({ ...code, ...change, ...own?.note }))
  await write(unit, edit, written)
  await editSeats(unit, edit, done)
  const events: NewCodeEvent[] = []
  for (const { code, decision, own, records: ofSeats } of done) {
    if (isOnly) await auditOne(unit, actor, now, registry, action, code, decision.change)
    const by = [own, ...ofSeats].reduce((sum, followed) => sum + (followed?.by ?? 0), 0)
    const event = editEvent(code, edit, actor.name, now, by)
    if (event !== undefined) events.push(event)
  }
  unit.afterCommit(() => {
    for (const event of events) journal.add(event)
  })
  return done.map(({ code, decision: { change } }) => ({ code, change }))
}

/** Writes codes at the revisions that were read. */
async function write(unit: WriteUnit, { kind }: CodeEdit, codes: readonly Code[]): Promise<void> {
  if (codes.length === 0) return
  const done = kind === 'purge' ? await unit.codes.purge(codes) : await unit.codes.edit(codes)
  // The unit holds the codes, so no other write comes between.
  if (done.length < codes.length) throw new Error('a code changed meanwhile')
}
