import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { BatchDetail, BatchRecord } from '../../contract/records/batch.ts'
import { onWire } from '../../contract/spelling.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Batch, BatchFilter } from '../../store/repositories/batches.ts'
import type { Store } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly clock: Clock
}

/** Codes that were generated together, for the operators who sell them. */
export class Batches {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(
    actor: Actor,
    filter: BatchFilter,
    query: ListQuery<'id' | 'count' | 'created_at'>,
  ): Promise<Page<BatchRecord>> {
    const page = await this.#parts.store.read((unit) => unit.batches.list(scopeOf(actor), filter, query))
    return { ...page, rows: page.rows.map(batchRecord) }
  }

  /** @throws Refused 404 */
  async get(actor: Actor, id: number): Promise<BatchDetail> {
    const { store, clock } = this.#parts
    return store.read(async (unit) => {
      const batch = found(await unit.batches.find(scopeOf(actor), id))
      const agent = batch.agentId === null ? undefined : await unit.operators.find(batch.agentId)
      return {
        ...batchRecord(batch),
        agent_name: agent?.name ?? null,
        counts: await unit.batches.counts(id, clock.now()),
      }
    })
  }

  /** @throws Refused 404 */
  async setNote(actor: Actor, id: number, note: string): Promise<BatchRecord> {
    const { store, registry, clock } = this.#parts
    return store.write(
      async (unit) => {
        const before = found(await unit.batches.find(scopeOf(actor), id))
        const after = found(await unit.batches.setNote(id, note))
        await audit(unit, actor, clock.now(), {
          action: 'batch_update',
          subject: {
            kind: 'batch',
            id,
            label: before.note || before.prefix || `${before.count} × ${before.type}`,
          },
          app: before.appId,
          owner: registry.ownerOf(before.appId),
          before: { note: before.note },
          after: { note },
        })
        return batchRecord(after)
      },
      { durable: true },
    )
  }
}

function found(batch: Batch | undefined): Batch {
  if (batch === undefined) throw new Refused(CONSOLE.notFound, 'There is no such batch')
  return batch
}

function batchRecord({ appId, agentId, unit, ...batch }: Batch): BatchRecord {
  return {
    ...onWire<Omit<BatchRecord, 'app' | 'agent' | 'unit'>>(batch),
    unit: unit as BatchRecord['unit'],
    app: appId,
    agent: agentId,
  }
}
