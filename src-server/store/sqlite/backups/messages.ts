import type { BackupOrder } from '../../backup-store.ts'

/** The task of one thread. */
export type BackupTask = { readonly data: string } & (
  | {
      readonly kind: 'make'
      readonly target: string
      readonly order: BackupOrder & { readonly version: string }
    }
  | {
      readonly kind: 'stage'
      readonly source: string
      readonly migrations: string
      /** Unix seconds. */
      readonly at: number
    }
  | { readonly kind: 'check' }
)

export type FromBackupWorker =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'done'; readonly value: unknown }
  /** `known`: the message is meant for the caller. */
  | { readonly kind: 'failed'; readonly message: string; readonly known: boolean }
