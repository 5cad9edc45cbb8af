/** The roles that may sign in to the console (the specification, Roles). */
export const ROLES = ['owner', 'developer', 'agent'] as const
export type Role = (typeof ROLES)[number]
