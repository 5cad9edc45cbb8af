import { eq, or, type SQL } from 'drizzle-orm'
import type { Oversight } from '../../../domain/access/oversight.ts'
import { operators } from '../schema/index.ts'

/** Oversight as a condition on operators (domain/access/oversight.ts). Undefined for everybody. */
export function overseen(oversight: Oversight): SQL | undefined {
  switch (oversight.kind) {
    case 'everybody':
      return undefined
    case 'employer':
      return or(eq(operators.id, oversight.operatorId), eq(operators.employerId, oversight.operatorId))
    case 'self':
      return eq(operators.id, oversight.personId)
  }
}
