import type { NoticeKind } from '../../contract/outgoing-names.ts'
import type { Operator } from '../../domain/access/operator.ts'
import { wantsNotice } from '../../domain/outbox/wanted-notice.ts'
import type { Store } from '../../store/store.ts'

const PAGE = 200

/** The owner and all developers who want such mails, some hundred at a time. */
export async function* readersOf(store: Store, kind: NoticeKind): AsyncGenerator<Operator> {
  const owner = await store.read((unit) => unit.operators.owner())
  if (owner !== undefined && wantsNotice(owner, kind)) yield owner
  let after: { readonly value: number; readonly id: number } | undefined
  do {
    const query = { offset: 0, limit: PAGE, sort: 'id', desc: false, ...(after && { after }) } as const
    const { rows } = await store.read((unit) => unit.operators.list({ role: 'developer' }, query))
    yield* rows.filter((person) => wantsNotice(person, kind))
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    after = last && { value: last.id, id: last.id }
  } while (after !== undefined)
}
