import { and, eq, inArray, isNull, ne, sql, type Column, type SQL } from 'drizzle-orm'
import type { PersonState } from '../contract/people.ts'
import type { Scope } from '../domain/access/scope.ts'
import type { Conditions } from './conditions.ts'
import type { OperatorFilter } from './repositories/operators.ts'

/** The columns of a table of operators that conditions are about. */
type OperatorColumns = Readonly<
  Record<
    | 'id'
    | 'role'
    | 'employerId'
    | 'parentId'
    | 'banned'
    | 'frozen'
    | 'email'
    | 'planId'
    | 'staffRoleId'
    | 'passwordHash',
    Column
  >
>

/** The conditions on operators, the same on every engine. */
export function operatorConditions(operators: OperatorColumns) {
  /** Neither banned nor frozen. */
  const isFree = and(eq(operators.banned, false), eq(operators.frozen, false))
  /** The SQL of domain/access/person.ts, personState. */
  const inState = (state: PersonState): SQL | undefined => {
    switch (state) {
      case 'banned':
        return eq(operators.banned, true)
      case 'frozen':
        return and(eq(operators.banned, false), eq(operators.frozen, true))
      case 'invited':
        return and(isFree, eq(operators.passwordHash, ''))
      case 'active':
        return and(isFree, ne(operators.passwordHash, ''))
    }
  }
  const conditions: Conditions<OperatorFilter> = {
    role: (role) => and(eq(operators.role, role), isNull(operators.employerId)),
    employer: (id) => eq(operators.employerId, id),
    state: inState,
    plan: (id) => eq(operators.planId, id),
    staffRole: (id) => eq(operators.staffRoleId, id),
  }
  /**
   * The agents that work in a scope: the same rule by which plan-use.ts counts `used` agents. An agent's own agents are
   * those below it.
   */
  const worksIn = (scope: Scope): SQL | undefined => {
    switch (scope.kind) {
      // Agents belong to no single application.
      case 'within':
        return sql`1 = 0`
      case 'everything':
        return undefined
      case 'attributedTo':
        return sql`${operators.id} IN (WITH RECURSIVE below(id) AS (
        SELECT id FROM operators WHERE parent_id = ${scope.operatorId}
        UNION SELECT agent.id FROM operators AS agent JOIN below ON agent.parent_id = below.id) SELECT id FROM below)`
      case 'ownedBy':
        return sql`EXISTS (SELECT 1 FROM ledger_accounts
        WHERE book_id = ${scope.operatorId} AND kind = 'agent' AND ledger_accounts.agent_id = ${operators.id})`
    }
  }
  return {
    conditions,
    worksIn,
    /** Excludes the owner's staff, who have the same role. */
    isOwner: and(eq(operators.role, 'owner'), isNull(operators.employerId)),
    /** Operators without a mailbox who could get mails beyond those about their sign-ins, and who aren't shut out. */
    hasNoMailbox: and(
      inArray(operators.role, ['owner', 'developer']),
      isNull(operators.employerId),
      eq(operators.email, ''),
      isFree,
    ),
  }
}
