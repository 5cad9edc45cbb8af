import { alias } from 'drizzle-orm/pg-core'
import { operators, staffRoles } from '../schema/index.ts'

/** The employers of operators, for a left join. */
export const employers = alias(operators, 'employers')
/** The columns of a person with everything that limits them. */
export const PERSON = { operator: operators, employer: employers, staffRole: staffRoles }
