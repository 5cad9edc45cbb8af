import { and, desc, eq, gt, gte, inArray, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Claim } from '../../../domain/outbox/claim.ts'
import type { OutboxRow } from '../../../domain/outbox/message.ts'
import type { OutboxRepository } from '../../repositories/outbox.ts'
import type { Connection } from '../connection.ts'
import { jumps } from '../../jumps.ts'
import { changeBy, revivedAt, UNCLAIMED } from '../../outbox-change.ts'
import { outbox } from '../schema/index.ts'
import { createOutboxList, isDead, isWaiting } from './outbox-list.ts'
import { unseen } from '../unseen.ts'

const WAITING = `FROM outbox INDEXED BY outbox_waiting WHERE state = 'waiting' AND kind = 'messenger'`

/** No other copy may be sending it (domain/outbox/claim.ts). */
const isFree = ({ by, now, until }: Claim) =>
  or(inArray(outbox.claimedBy, ['', by]), lte(outbox.claimedUntil, now), gt(outbox.claimedUntil, until))

const FOR_CHANNELS = `FROM outbox INDEXED BY outbox_channel_waiting WHERE state = 'waiting' AND kind = 'channel'`

export function createOutboxRepository(connection: Connection): OutboxRepository {
  const { orm, raw } = connection
  const apps = raw
    .prepare<[{ after: number; limit: number }], number>(
      `${jumps('app_id', WAITING, 'AND app_id > @after')} LIMIT ${unseen('@limit')}`,
    )
    .pluck()
  const recipients = raw
    .prepare<[{ app: number; after: string; limit: number }], string>(
      `${jumps('open_id', `${WAITING} AND app_id = @app`, 'AND open_id > @after')} LIMIT ${unseen('@limit')}`,
    )
    .pluck()

  const channels = raw
    .prepare<[{ after: number; limit: number }], number>(
      `${jumps('channel_id', FOR_CHANNELS, 'AND channel_id > @after')} LIMIT ${unseen('@limit')}`,
    )
    .pluck()
  const forChannel = raw
    .prepare<[number, number], number>(
      `SELECT id ${FOR_CHANNELS} AND channel_id = ? ORDER BY id LIMIT ${unseen('?')}`,
    )
    .pluck()

  const forRecipient = raw
    .prepare<[number, string, number], number>(
      `SELECT id ${WAITING} AND app_id = ? AND open_id = ? ORDER BY id LIMIT ${unseen('?')}`,
    )
    .pluck()
  const mails = raw
    .prepare<[number, number], number>(
      `SELECT id FROM outbox INDEXED BY outbox_waiting WHERE state = 'waiting' AND kind = 'mail' AND next_at <= ?
       ORDER BY id LIMIT ${unseen('?')}`,
    )
    .pluck()

  const rowsWhere = (where: SQL | undefined): OutboxRow[] =>
    orm.select().from(outbox).where(where).orderBy(outbox.id).all()

  return {
    ...createOutboxList(connection),

    add: async (message) =>
      orm
        .insert(outbox)
        .values({ ...message, state: 'waiting', nextAt: message.createdAt })
        .onConflictDoNothing()
        .run().changes === 1,

    record: async (message, outcome) => {
      orm
        .insert(outbox)
        .values({ ...message, ...outcome, attempts: 1, nextAt: message.createdAt })
        .run()
    },

    countSince: async (purpose, appId, since) =>
      orm.$count(
        outbox,
        and(eq(outbox.appId, appId), eq(outbox.purpose, purpose), gte(outbox.createdAt, since)),
      ),

    newest: async (appId, limit) =>
      orm.select().from(outbox).where(eq(outbox.appId, appId)).orderBy(desc(outbox.id)).limit(limit).all(),

    waitingApps: async (after, limit) => apps.all({ after, limit }),
    waitingRecipients: async (app, after, limit) => recipients.all({ app, after, limit }),
    waitingFor: async (appId, openId, limit) =>
      rowsWhere(inArray(outbox.id, forRecipient.all(appId, openId, limit))),
    waitingChannels: async (after, limit) => channels.all({ after, limit }),
    waitingForChannel: async (channelId, limit) =>
      rowsWhere(inArray(outbox.id, forChannel.all(channelId, limit))),
    lastOfChannel: async (channelId) =>
      orm
        .select()
        .from(outbox)
        .where(eq(outbox.channelId, channelId))
        .orderBy(desc(outbox.id))
        .limit(1)
        .get(),
    dueMails: async (now, limit) => rowsWhere(inArray(outbox.id, mails.all(now, limit))),
    ofParcel: async (parcel) => rowsWhere(and(eq(outbox.parcel, parcel), eq(outbox.state, 'waiting'))),

    claim: async (ids, parcel, claim) => {
      const claimed = orm
        .update(outbox)
        .set({ parcel, claimedBy: claim.by, claimedUntil: claim.until })
        .where(and(inArray(outbox.id, [...ids]), isWaiting, eq(outbox.parcel, ''), isFree(claim)))
        .run().changes
      if (claimed === ids.length) return true
      orm
        .update(outbox)
        .set({ parcel: '', ...UNCLAIMED })
        .where(eq(outbox.parcel, parcel))
        .run()
      return false
    },

    claimAgain: async (parcel, claim) =>
      orm
        .update(outbox)
        .set({ claimedBy: claim.by, claimedUntil: claim.until })
        .where(and(eq(outbox.parcel, parcel), isWaiting, isFree(claim)))
        .run().changes > 0,

    dropClaims: async (by) => {
      orm
        .update(outbox)
        .set(UNCLAIMED)
        .where(and(isWaiting, by === undefined ? ne(outbox.claimedBy, '') : eq(outbox.claimedBy, by)))
        .run()
    },

    settle: async (parcel, verdict, { by, now }) => {
      orm
        .update(outbox)
        .set({ ...changeBy(verdict, now), ...UNCLAIMED, attempts: sql`${outbox.attempts} + 1` })
        .where(and(eq(outbox.parcel, parcel), isWaiting, eq(outbox.claimedBy, by)))
        .run()
    },

    bury: async (ids, error) => {
      orm
        .update(outbox)
        .set({ state: 'dead', lastError: error })
        .where(and(inArray(outbox.id, [...ids]), eq(outbox.state, 'waiting')))
        .run()
    },

    buryBefore: async (createdAt, error) => {
      orm
        .update(outbox)
        .set({ state: 'dead', lastError: error })
        .where(and(isWaiting, eq(outbox.parcel, ''), sql`${outbox.createdAt} < ${createdAt}`))
        .run()
    },

    revive: async (ids, now) =>
      orm
        .update(outbox)
        .set(revivedAt(now))
        .where(and(inArray(outbox.id, [...ids]), eq(outbox.state, 'dead')))
        .returning({ id: outbox.id })
        .all()
        .map(({ id }) => id),

    discard: async (ids) =>
      orm
        .delete(outbox)
        .where(and(inArray(outbox.id, [...ids]), eq(outbox.state, 'dead')))
        .returning({ id: outbox.id })
        .all()
        .map(({ id }) => id),

    forget: async (sentBefore, deadBefore, limit) => {
      const sent = sql`SELECT ${outbox.id} FROM ${outbox} WHERE ${outbox.sentAt} < ${sentBefore} LIMIT ${limit}`
      const dead = sql`SELECT ${outbox.id} FROM ${outbox}
        WHERE ${isDead} AND ${outbox.createdAt} < ${deadBefore} LIMIT ${limit}`
      for (const ids of [sent, dead])
        orm
          .delete(outbox)
          .where(sql`${outbox.id} IN (${ids})`)
          .run()
    },
  }
}
