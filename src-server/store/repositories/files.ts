import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { AppFile } from '../../domain/file/file.ts'
import type { FILE } from '../../contract/subjects/platform.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

export type FileChange = Partial<Omit<AppFile, 'id' | 'appId' | 'createdAt'>>

export type FileFilter = FilterOf<typeof FILE>

export interface FileRepository {
  /** The enabled files, the newest first, or the one with the given `id`. */
  enabled(appId: number, id: number | undefined): Promise<AppFile[]>
  findInScope(scope: Scope, id: number): Promise<AppFile | undefined>
  insert(file: Omit<AppFile, 'id'>): Promise<AppFile>
  update(id: number, change: FileChange): Promise<AppFile | undefined>
  delete(id: number): Promise<boolean>
  /** Shared links last resolved before `before`, or never, the oldest first. */
  toResolve(before: number, limit: number): Promise<AppFile[]>
  list(scope: Scope, filter: FileFilter, query: ListQuery<'id' | 'created_at'>): Promise<Page<AppFile>>
}
