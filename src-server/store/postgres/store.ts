import type { Clock, Log, Random } from '../../contract/ports.ts'
import { followNothing } from '../after-commit.ts'
import { announcing, announcingEvents } from '../announcing.ts'
import type { Seal } from '../sealing/seal.ts'
import type { Store, WriteUnit } from '../store.ts'
import { connect } from './connection.ts'
import { createUnit } from './create-unit.ts'
import { PostgresCondition } from './postgres-condition.ts'
import { PostgresPool, type PostgresPlace } from './pool.ts'
import { PostgresReader } from './reader.ts'
import { PostgresWriter } from './writer.ts'

interface Parts {
  readonly place: PostgresPlace
  readonly seal: Seal
  readonly random: Random
  readonly clock: Clock
  readonly log: Log
  /** Whether the server may have other copies. */
  readonly isShared: boolean
}

/** The Store on PostgreSQL: one lane of writing in the order of commits, one that runs at once, and snapshots for reads. */
export function createPostgresStore({ place, seal, random, clock, log, isShared }: Parts): Store {
  const pool = new PostgresPool(
    place,
    (client) => {
      const connection = connect(client)
      return { client, unit: createUnit(connection, seal), flush: connection.flush }
    },
    log,
  )
  const writer = new PostgresWriter(pool, random, log, isShared ? (place.copy ?? '') : undefined)
  const reader = new PostgresReader(pool)
  const condition = new PostgresCondition(pool, clock, log)
  let tell = (): void => undefined
  let follow = followNothing
  return {
    read: (work, { single } = {}) => reader.read(work, single === true),
    write: (work, options) =>
      writer.write(
        options,
        (unit, { changes, effects }) => {
          const announce = () => {
            effects.push(tell)
          }
          const writing: WriteUnit = {
            ...unit,
            outbox: announcing(unit.outbox, announce),
            webhookDeliveries: announcingEvents(unit.webhookDeliveries, announce),
            changed: (kind, key, written) => {
              changes.push({ kind, key, written })
            },
            afterCommit: (effect) => {
              effects.push(effect)
            },
          }
          return work(writing)
        },
        (changes) => follow(changes),
      ),
    preview: (work) =>
      writer.preview((unit) => work({ ...unit, changed: () => undefined, afterCommit: () => undefined })),
    onOutgoing: (callback) => {
      tell = callback
    },
    onChanged: (callback) => {
      follow = callback
    },
    condition,
    size: () => condition.size,
    close: async () => {
      await writer.idle()
      condition.end()
      await pool.end()
    },
  }
}
