/** Who may sign in to the console (specification, Roles). */
export const ROLES = ['owner', 'developer', 'agent'] as const
export type Role = (typeof ROLES)[number]
