import type { MessageRecord } from '../../contract/actions/messages.ts'
import type { BulkResult, ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import { scopeOf, type Actor, type Scope } from '../../domain/access/scope.ts'
import { maskMailbox } from '../../domain/outbox/mailbox.ts'
import type { OutboxRow } from '../../domain/outbox/message.ts'
import { mailServerOf } from '../../domain/platform/mail-server.ts'
import type { MessageFilter, OutboxCounts } from '../../store/repositories/outbox.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit } from '../platform/audit-trail.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly settings: { readonly current: Pick<PlatformSettings, 'mail'> }
  readonly clock: Clock
}

/** The names of recipients for people: mailboxes by the operator's id, and the names of channels by theirs. */
interface Recipients {
  readonly mailboxes: Map<number, string>
  readonly channels: Map<number, string>
}

/** Row numbers that the audit log keeps of one act. */
const IDS_KEPT = 100

/** Messages and mails of the server, for the operators they concern: whether they were sent, and why not. */
export class Messages {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(actor: Actor, filter: MessageFilter, query: ListQuery<'id'>): Promise<Page<MessageRecord>> {
    return this.#parts.store.read(async (unit) => {
      const page = await unit.outbox.list(scopeOf(actor), filter, query)
      const recipients: Recipients = { mailboxes: new Map(), channels: new Map() }
      for (const id of new Set(page.rows.flatMap(({ operatorId }) => operatorId ?? [])))
        recipients.mailboxes.set(id, maskMailbox((await unit.operators.find(id))?.email ?? ''))
      for (const id of new Set(page.rows.flatMap(({ channelId }) => channelId ?? [])))
        recipients.channels.set(id, (await unit.channels.find(id))?.name ?? '')
      return { ...page, rows: page.rows.map((row) => this.#recordOf(row, recipients)) }
    })
  }

  async counts(actor: Actor): Promise<OutboxCounts & { readonly hasMailServer: boolean }> {
    return { ...(await this.countsIn(scopeOf(actor))), hasMailServer: this.#hasMailServer }
  }

  countsIn(scope: Scope): Promise<OutboxCounts> {
    return this.#parts.store.read((unit) => unit.outbox.counts(scope))
  }

  /** Tries given-up messages again, as new messages: the service would take the old key for a repeat. */
  resend(actor: Actor, ids: readonly number[]): Promise<BulkResult> {
    const now = this.#parts.clock.now()
    return this.#act(actor, 'message_resend', ids, (unit, chosen) => unit.outbox.revive(chosen, now))
  }

  discard(actor: Actor, ids: readonly number[]): Promise<BulkResult> {
    return this.#act(actor, 'message_discard', ids, (unit, chosen) => unit.outbox.discard(chosen))
  }

  /** Acts on the given-up messages that the actor sees, with a row of the audit log for each application. */
  async #act(
    actor: Actor,
    action: string,
    ids: readonly number[],
    change: (unit: WriteUnit, ids: readonly number[]) => Promise<number[]>,
  ): Promise<BulkResult> {
    const wanted = [...new Set(ids)]
    return this.#parts.store.write(
      async (unit) => {
        const seen = await unit.outbox.byIds(scopeOf(actor), wanted)
        const dead = seen.filter(({ state }) => state === 'dead')
        const done = new Set(
          await change(
            unit,
            dead.map(({ id }) => id),
          ),
        )
        await this.#audit(
          unit,
          actor,
          action,
          dead.filter(({ id }) => done.has(id)),
        )
        const known = new Set(seen.map(({ id }) => id))
        const left = wanted.filter((id) => !done.has(id))
        return {
          done: done.size,
          skipped: left.map((id) => ({ id, reason: known.has(id) ? 'not_dead' : 'unknown' })),
        }
      },
      { durable: true },
    )
  }

  async #audit(unit: WriteUnit, actor: Actor, action: string, rows: readonly OutboxRow[]): Promise<void> {
    const { registry, clock } = this.#parts
    for (const [app, of] of Map.groupBy(rows, ({ appId }) => appId)) {
      const [first] = of
      if (first === undefined) continue
      const ofOne = { id: first.id, label: `#${first.id}` }
      await audit(unit, actor, clock.now(), {
        action,
        subject: { kind: 'message', ...(of.length === 1 ? ofOne : { id: '', label: `× ${of.length}` }) },
        app,
        // Mails to operators themselves belong to no application.
        owner: app === null ? actor.operatorId : registry.ownerOf(app),
        after:
          of.length === 1
            ? { purpose: first.purpose, last_error: first.lastError }
            : { count: of.length, ids: of.slice(0, IDS_KEPT).map(({ id }) => id) },
      })
    }
  }

  get #hasMailServer(): boolean {
    return mailServerOf(this.#parts.settings.current.mail) !== undefined
  }

  #recordOf(row: OutboxRow, recipients: Recipients): MessageRecord {
    const { registry, devices } = this.#parts
    const { id, kind, purpose, appId, deviceId, state } = row
    const isStranded = kind === 'mail' && state === 'waiting' && !this.#hasMailServer
    return {
      id,
      kind,
      purpose,
      app: appId,
      app_name: appId === null ? '' : (registry.find(appId)?.settings.name ?? ''),
      device: deviceId,
      account_key: deviceId === null ? '' : (devices.get(deviceId)?.device.accountKey ?? ''),
      to: recipientOf(row, recipients),
      subject: row.subject,
      text: row.text,
      state,
      attempts: row.attempts,
      next_at: state === 'waiting' ? row.nextAt : null,
      last_error: isStranded ? 'no_mail_server' : row.lastError,
      created_at: row.createdAt,
      sent_at: row.sentAt,
    }
  }
}

function recipientOf({ kind, operatorId, channelId, openId }: OutboxRow, recipients: Recipients): string {
  switch (kind) {
    case 'mail':
      return recipients.mailboxes.get(operatorId ?? 0) ?? ''
    case 'channel':
      return recipients.channels.get(channelId ?? 0) ?? ''
    case 'messenger':
      return openId
  }
}
