import type { AuditCases } from './audit-case.ts'

export const platformCases = {} satisfies Partial<AuditCases>
