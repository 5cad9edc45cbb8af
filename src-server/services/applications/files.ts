import { CONSOLE } from '../../contract/error-codes.ts'
import type { BulkResult, ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { FileRecord } from '../../contract/records/file.ts'
import { onWire } from '../../contract/spelling.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import { isSameLink, UNRESOLVED, type AppFile } from '../../domain/file/file.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { Applications } from './applications.ts'
import { audit } from '../platform/audit-trail.ts'
import type { FileLinks } from './file-links.ts'
import { Refused } from '../refused.ts'
import type { FileFilter } from '../../store/repositories/files.ts'

interface Parts {
  readonly store: Store
  readonly applications: Applications
  readonly fileLinks: FileLinks
  readonly clock: Clock
}

type Fields = Pick<AppFile, 'kind' | 'url' | 'password' | 'note' | 'enabled'>
/** Files that one audit row names at most. */
const MOST_NAMED = 100

/** Downloads of applications (the specification, File): for their developers, and for clients. */
export class Files {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Enabled files, the newest first; with an id only that one. */
  ofApplication(appId: number, id: number | undefined): Promise<AppFile[]> {
    return this.#parts.store.read((unit) => unit.files.enabled(appId, id))
  }

  async list(
    actor: Actor,
    filter: FileFilter,
    query: ListQuery<'id' | 'created_at'>,
  ): Promise<Page<FileRecord>> {
    const page = await this.#parts.store.read((unit) => unit.files.list(scopeOf(actor), filter, query))
    return { ...page, rows: page.rows.map(fileRecord) }
  }

  /** @throws Refused 404 for an unknown application */
  async create(actor: Actor, appId: number, fields: Fields): Promise<FileRecord> {
    const { store, applications, fileLinks, clock } = this.#parts
    const { ownerId } = applications.require(actor, appId)
    const resolution = await fileLinks.resolve(fields)
    const file = await store.write(
      async (unit) => {
        const made = await unit.files.insert({ appId, ...fields, ...resolution, createdAt: clock.now() })
        const change = { action: 'file_create', ...subjectOf(made), owner: ownerId, after: made }
        await audit(unit, actor, clock.now(), change)
        return made
      },
      { durable: true },
    )
    return fileRecord(file)
  }

  /** @throws Refused 404 */
  async update(actor: Actor, id: number, change: Partial<Fields>): Promise<FileRecord> {
    const { store, applications, fileLinks, clock } = this.#parts
    const before = await store.read((unit) => requireFile(unit, actor, id))
    const wanted = { ...before, ...change }
    const resolution = isSameLink(before, wanted) ? undefined : await fileLinks.resolve(wanted)
    const file = await store.write(
      async (unit) => {
        const current = await requireFile(unit, actor, id)
        const next = { ...current, ...change }
        // Another change replaced the link after it was resolved: the chore resolves the new one.
        const kept = isSameLink(current, next) ? {} : isSameLink(wanted, next) ? resolution : UNRESOLVED
        const updated = await unit.files.update(id, { ...change, ...kept })
        if (updated === undefined) return undefined
        await audit(unit, actor, clock.now(), {
          action: 'file_update',
          ...subjectOf(updated),
          owner: applications.ownerOf(updated.appId),
          before: current,
          after: updated,
        })
        return updated
      },
      { durable: true },
    )
    if (file === undefined) throw missing()
    return fileRecord(file)
  }

  /** One row of the audit log for each application with such files. */
  async delete(actor: Actor, ids: readonly number[]): Promise<BulkResult> {
    const { store, applications, clock } = this.#parts
    return store.write(
      async (unit) => {
        const skipped: BulkResult['skipped'] = []
        const gone: AppFile[] = []
        for (const id of ids) {
          const file = await unit.files.findInScope(scopeOf(actor), id)
          if (file === undefined || !(await unit.files.delete(id))) skipped.push({ id, reason: 'unknown' })
          else gone.push(file)
        }
        for (const [appId, files] of Map.groupBy(gone, (file) => file.appId)) {
          const owner = applications.ownerOf(appId)
          await audit(unit, actor, clock.now(), { action: 'file_delete', ...deletionOf(appId, files), owner })
        }
        return { done: gone.length, skipped }
      },
      { durable: true },
    )
  }
}

/** One file is named; several are counted, with their ids. */
function deletionOf(app: number, files: readonly AppFile[]) {
  const [first] = files
  if (first !== undefined && files.length === 1) return { ...subjectOf(first), before: first }
  const ids = files.map(({ id }) => id)
  const subject = { kind: 'file', id: ids.slice(0, 10).join(','), label: `${ids.length} files` }
  return { subject, app, before: { count: ids.length, ids: ids.slice(0, MOST_NAMED) } }
}

function subjectOf({ id, appId, note, url }: AppFile) {
  return { subject: { kind: 'file', id, label: note || url }, app: appId }
}

async function requireFile(unit: Unit, actor: Actor, id: number): Promise<AppFile> {
  const file = await unit.files.findInScope(scopeOf(actor), id)
  if (file === undefined) throw missing()
  return file
}

function missing(): Refused {
  return new Refused(CONSOLE.notFound, 'There is no such file')
}

function fileRecord({ appId, ...file }: AppFile): FileRecord {
  return { ...onWire<Omit<FileRecord, 'app'>>(file), app: appId }
}
