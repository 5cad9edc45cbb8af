/** The end of the audit log, as recorded beside it: rows removed from the end would leave an intact chain. */
export interface AuditHead {
  readonly id: number
  readonly hash: string
}

/** The name of the record among the others of `meta`. */
export const AUDIT_HEAD = 'audit_head'

/** @param stored `id:hash` */
export function readAuditHead(stored: string | undefined): AuditHead | undefined {
  const [id, hash] = stored?.split(':') ?? []
  return id === undefined || hash === undefined ? undefined : { id: Number(id), hash }
}
