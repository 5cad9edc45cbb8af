import { and, desc, eq, gt, gte, inArray, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Claim } from '../../../domain/outbox/claim.ts'
import type { OutboxRow } from '../../../domain/outbox/message.ts'
import { jumps } from '../../jumps.ts'
import { changeBy, revivedAt, UNCLAIMED } from '../../outbox-change.ts'
import type { OutboxRepository } from '../../repositories/outbox.ts'
import { anyOf } from '../any-of.ts'
import { changedBy, firstOf, type Connection } from '../connection.ts'
import { outbox } from '../schema/index.ts'
import { createOutboxList, isDead, isWaiting } from './outbox-list.ts'

const WAITING = `FROM outbox WHERE state = 'waiting' AND kind = 'messenger'`

/** No other copy may be sending it (domain/outbox/claim.ts). */
const isFree = ({ by, now, until }: Claim) =>
  or(inArray(outbox.claimedBy, ['', by]), lte(outbox.claimedUntil, now), gt(outbox.claimedUntil, until))

const FOR_CHANNELS = `FROM outbox WHERE state = 'waiting' AND kind = 'channel'`

export function createOutboxRepository(connection: Connection): OutboxRepository {
  const { orm, prepare } = connection
  const apps = prepare<[{ after: number; limit: number }], { value: number }>(
    `${jumps('app_id', WAITING, 'AND app_id > @after')} LIMIT @limit`,
  )
  const recipients = prepare<[{ app: number; after: string; limit: number }], { value: string }>(
    `${jumps('open_id', `${WAITING} AND app_id = @app`, 'AND open_id > @after')} LIMIT @limit`,
  )
  const channels = prepare<[{ after: number; limit: number }], { value: number }>(
    `${jumps('channel_id', FOR_CHANNELS, 'AND channel_id > @after')} LIMIT @limit`,
  )
  const forChannel = sql.raw(`(SELECT id ${FOR_CHANNELS}`)
  const forRecipient = sql.raw(`(SELECT id ${WAITING}`)
  const mails = sql.raw(`(SELECT id FROM outbox WHERE state = 'waiting' AND kind = 'mail'`)

  const rowsWhere = async (where: SQL | undefined): Promise<OutboxRow[]> =>
    orm.select().from(outbox).where(where).orderBy(outbox.id)

  return {
    ...createOutboxList(connection),

    add: async (message) =>
      (await changedBy(
        orm
          .insert(outbox)
          .values({ ...message, state: 'waiting', nextAt: message.createdAt })
          .onConflictDoNothing(),
      )) === 1,

    record: async (message, outcome) => {
      await orm.insert(outbox).values({ ...message, ...outcome, attempts: 1, nextAt: message.createdAt })
    },

    countSince: async (purpose, appId, since) =>
      orm.$count(
        outbox,
        and(eq(outbox.appId, appId), eq(outbox.purpose, purpose), gte(outbox.createdAt, since)),
      ),

    newest: async (appId, limit) =>
      orm.select().from(outbox).where(eq(outbox.appId, appId)).orderBy(desc(outbox.id)).limit(limit),

    waitingApps: async (after, limit) => (await apps.all({ after, limit })).map(({ value }) => value),
    waitingRecipients: async (app, after, limit) =>
      (await recipients.all({ app, after, limit })).map(({ value }) => value),
    waitingFor: async (appId, openId, limit) =>
      rowsWhere(
        sql`${outbox.id} IN ${forRecipient} AND app_id = ${appId} AND open_id = ${openId} ORDER BY id LIMIT ${limit})`,
      ),
    waitingChannels: async (after, limit) => (await channels.all({ after, limit })).map(({ value }) => value),
    waitingForChannel: async (channelId, limit) =>
      rowsWhere(sql`${outbox.id} IN ${forChannel} AND channel_id = ${channelId} ORDER BY id LIMIT ${limit})`),
    lastOfChannel: async (channelId) =>
      firstOf(
        orm.select().from(outbox).where(eq(outbox.channelId, channelId)).orderBy(desc(outbox.id)).limit(1),
      ),
    dueMails: async (now, limit) =>
      rowsWhere(sql`${outbox.id} IN ${mails} AND next_at <= ${now} ORDER BY id LIMIT ${limit})`),
    ofParcel: async (parcel) => rowsWhere(and(eq(outbox.parcel, parcel), isWaiting)),

    claim: async (ids, parcel, claim) => {
      const claimed = await changedBy(
        orm
          .update(outbox)
          .set({ parcel, claimedBy: claim.by, claimedUntil: claim.until })
          .where(and(anyOf(outbox.id, ids), isWaiting, eq(outbox.parcel, ''), isFree(claim))),
      )
      if (claimed === ids.length) return true
      await orm
        .update(outbox)
        .set({ parcel: '', ...UNCLAIMED })
        .where(eq(outbox.parcel, parcel))
      return false
    },

    claimAgain: async (parcel, claim) =>
      (await changedBy(
        orm
          .update(outbox)
          .set({ claimedBy: claim.by, claimedUntil: claim.until })
          .where(and(eq(outbox.parcel, parcel), isWaiting, isFree(claim))),
      )) > 0,

    dropClaims: async (by) => {
      await orm
        .update(outbox)
        .set(UNCLAIMED)
        .where(and(isWaiting, by === undefined ? ne(outbox.claimedBy, '') : eq(outbox.claimedBy, by)))
    },

    settle: async (parcel, verdict, { by, now }) => {
      await orm
        .update(outbox)
        .set({ ...changeBy(verdict, now), ...UNCLAIMED, attempts: sql`${outbox.attempts} + 1` })
        .where(and(eq(outbox.parcel, parcel), isWaiting, eq(outbox.claimedBy, by)))
    },

    bury: async (ids, error) => {
      await orm
        .update(outbox)
        .set({ state: 'dead', lastError: error })
        .where(and(anyOf(outbox.id, ids), isWaiting))
    },

    buryBefore: async (createdAt, error) => {
      await orm
        .update(outbox)
        .set({ state: 'dead', lastError: error })
        .where(and(isWaiting, eq(outbox.parcel, ''), sql`${outbox.createdAt} < ${createdAt}`))
    },

    revive: async (ids, now) => {
      const revived = await orm
        .update(outbox)
        .set(revivedAt(now))
        .where(and(anyOf(outbox.id, ids), isDead))
        .returning({ id: outbox.id })
      return revived.map(({ id }) => id).sort((a, b) => a - b)
    },

    discard: async (ids) => {
      const gone = await orm
        .delete(outbox)
        .where(and(anyOf(outbox.id, ids), isDead))
        .returning({ id: outbox.id })
      return gone.map(({ id }) => id).sort((a, b) => a - b)
    },

    forget: async (sentBefore, deadBefore, limit) => {
      const sent = sql`SELECT ${outbox.id} FROM ${outbox} WHERE ${outbox.sentAt} < ${sentBefore} LIMIT ${limit}`
      const dead = sql`SELECT ${outbox.id} FROM ${outbox}
        WHERE ${isDead} AND ${outbox.createdAt} < ${deadBefore} LIMIT ${limit}`
      for (const ids of [sent, dead]) await orm.delete(outbox).where(sql`${outbox.id} IN (${ids})`)
    },
  }
}
