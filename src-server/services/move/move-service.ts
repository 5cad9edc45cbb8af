import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import { ADDRESS_PROBLEMS, readAddress, type ServerAddress } from '../../contract/public-address.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import { MOVE_PROBLEMS, type MoveRecord } from '../../contract/records/move.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { BACKUP_STEPS, type BackupStore } from '../../store/backup-store.ts'
import type { Sealing } from '../../store/sealing.ts'
import type { Store } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import type { Backups } from '../platform/backups.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { PlatformSettingsService } from '../platform/platform-settings.ts'
import { parseRecoveryKey } from '../platform/sealed-secrets.ts'
import { Refused } from '../refused.ts'
import { markOf, MOVE_KEY, type MoveMark } from './away.ts'
import type { KeptMove, MoveHost } from './move-host.ts'

interface Parts {
  readonly store: Store
  readonly backupStore: Pick<BackupStore, 'pathOf'>
  readonly backups: Pick<Backups, 'makeForMove' | 'reserve'>
  readonly settings: PlatformSettingsService
  readonly sealing: Sealing
  readonly jobs: Jobs
  readonly clock: Clock
  readonly random: Random
  readonly moveHost: MoveHost
  /** Opens the data folder again after the calls under way are answered. */
  readonly reopen: () => void
}

const ID_BYTES = 24
/** The port where authorities look for the proofs of a certificate. */
const PROOF_PORT = 80

/** Moves this server to another machine, so that one of the two decides at any time. */
export class Move {
  readonly #parts: Parts
  readonly #kept: KeptMove | undefined
  readonly #id: string | undefined
  #now: KeptMove | undefined

  private constructor(parts: Parts, id: string | undefined) {
    this.#parts = parts
    this.#kept = this.#now = parts.moveHost.kept.read()
    this.#id = id
  }

  static async open(parts: Parts): Promise<Move> {
    return new Move(parts, await parts.store.read((unit) => unit.meta.find(MOVE_KEY)))
  }

  /** The move that this opening of the data began under: while there is one, this server decides nothing. */
  get away(): KeptMove | undefined {
    return this.#kept && (this.#now ?? this.#kept)
  }

  /** What this server shows of its move to everybody. undefined where it never moved. */
  get mark(): MoveMark | undefined {
    const id = this.#now?.id ?? this.#id
    return id === undefined
      ? undefined
      : { mark: markOf(id), state: this.#now === undefined ? 'here' : 'away' }
  }

  record(): MoveRecord {
    const { moveHost, settings } = this.#parts
    const move = this.#now
    const bundle = move?.bundle ?? null
    return {
      state: move?.state ?? 'here',
      since: move?.since ?? null,
      to: move?.to ?? '',
      bundle: bundle && {
        path: bundle.path,
        size: bundle.size,
        sha256: bundle.sha256,
        made_at: bundle.madeAt,
      },
      public_address: settings.stored.site.public_address,
      blocked: moveHost.whyNoBundle() ?? '',
    }
  }

  /** @throws Refused 409 during a move or where no bundle can be made, 422 for a wrong recovery key */
  async begin(actor: Actor, recoveryText: string): Promise<MoveRecord> {
    const { store, sealing, clock, random, moveHost, reopen } = this.#parts
    if (this.#now !== undefined) throw new Refused(CONSOLE.conflict, 'This server is moving already')
    const blocked = moveHost.whyNoBundle()
    if (blocked !== undefined) throw new Refused(CONSOLE.conflict, blocked)
    const recoveryKey = parseRecoveryKey(recoveryText)
    const id = Buffer.from(random.bytes(ID_BYTES)).toString('base64url')
    const since = clock.now()
    await store.write(
      async (unit) => {
        const key = await unit.dataKey.find()
        if (key === undefined || sealing.unlock(key, recoveryKey) === undefined)
          throw new Refused(CONSOLE.invalid, 'The recovery key does not fit this data', {
            recovery_key: 'wrong',
          })
        await unit.meta.set(MOVE_KEY, id)
        await audit(unit, actor, since, changeTo('move_begin', {}))
      },
      { durable: true },
    )
    this.#keep({ id, state: 'moving', to: '', since, bundle: null })
    reopen()
    return this.record()
  }

  /** @throws Refused 409 before the move has begun, or while a backup is being made */
  async bundle(actor: Actor): Promise<string> {
    const { backups, jobs } = this.#parts
    const move = this.#now
    if (move === undefined || this.#kept === undefined)
      throw new Refused(CONSOLE.conflict, 'The move has not begun')
    backups.reserve()
    return jobs.start(actor, 'move', BACKUP_STEPS + 1, async ({ report }) => {
      const { clock, moveHost, backupStore, settings } = this.#parts
      const { name } = await backups.makeForMove(actor, report)
      const { listeners, https, backups: plan } = settings.current
      const at = clock.now()
      const made = await moveHost.makeBundle({
        backup: `${backupStore.pathOf(plan.folder)}/${name}`,
        at,
        publicPort: listeners.public_port,
        ports: portsOf(settings.current),
        certificates: {
          'listeners.tls_cert': listeners.tls_cert,
          'listeners.tls_key': listeners.tls_key,
          'https.cert': https.mode === 'files' ? https.cert : '',
          'https.key': https.mode === 'files' ? https.key : '',
        },
      })
      // Cancelled meanwhile: the bundle stays a file that nobody uses.
      if (this.#now !== undefined) this.#keep({ ...this.#now, bundle: { ...made, madeAt: at } })
      report(BACKUP_STEPS + 1)
    })
  }

  /** @throws Refused 409 before the move has begun, 422 with the reason where the new server isn't there */
  async finish(actor: Actor, to: string): Promise<MoveRecord> {
    const { store, clock } = this.#parts
    const move = this.#now
    if (move === undefined) throw new Refused(CONSOLE.conflict, 'The move has not begun')
    const { url } = requireAddress(to)
    const problem = await this.#parts.moveHost.look(url, markOf(move.id))
    if (problem !== undefined) throw new Refused(CONSOLE.invalid, MOVE_PROBLEMS[problem], { to: problem })
    await store.write((unit) => audit(unit, actor, clock.now(), changeTo('move_finish', { to: url })), {
      durable: true,
    })
    this.#keep({ ...move, state: 'moved', to: url })
    return this.record()
  }

  /** @throws Refused 409 where there is no move, or the new server decides */
  async cancel(actor: Actor): Promise<MoveRecord> {
    const { store, clock, settings, moveHost, reopen } = this.#parts
    const move = this.#now
    if (move === undefined) throw new Refused(CONSOLE.conflict, 'This server is not moving')
    const places = new Set([move.to, settings.stored.site.public_address].filter((place) => place !== ''))
    for (const place of places)
      if ((await moveHost.look(place, markOf(move.id))) === undefined)
        throw new Refused(CONSOLE.conflict, `The new server answers at ${place}. Stop it first`, {
          to: 'there',
        })
    await store.write((unit) => audit(unit, actor, clock.now(), changeTo('move_cancel', { to: move.to })), {
      durable: true,
    })
    this.#keep(undefined)
    reopen()
    return this.record()
  }

  #keep(move: KeptMove | undefined): void {
    this.#parts.moveHost.kept.write(move)
    this.#now = move
  }
}

function requireAddress(text: string): ServerAddress {
  const read = readAddress(text)
  if (typeof read === 'string') throw new Refused(CONSOLE.invalid, ADDRESS_PROBLEMS[read], { to: read })
  return read
}

function portsOf({ listeners, https }: PlatformSettings): number[] {
  const secure = https.mode === 'off' ? [] : [https.port]
  const proof = https.mode === 'automatic' && https.challenge === 'http' ? [PROOF_PORT] : []
  return [...new Set([listeners.public_port, ...secure, ...proof])]
}

function changeTo(action: string, after: Readonly<Record<string, string>>) {
  return { action, subject: { kind: 'settings', id: 'platform', label: '' } as const, after }
}
