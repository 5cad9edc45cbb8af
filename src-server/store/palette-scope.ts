import type { Scope } from '../domain/access/scope.ts'
import type { Found } from './repositories/palette.ts'

/** The number of an agent's newest rows that are searched by a beginning. A whole name finds any row. */
export const LOOKED_THROUGH = 20_000

/** The parameters of a search of the command palette. */
export interface PaletteQuery {
  readonly owner: number | null
  readonly agent: number | null
  readonly text: string
  readonly limit: number
}

/** The texts that a search looks for. Indexes tell upper case from lower case. */
export function spellingsOf(text: string): string[] {
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
}

/** Whether a row is of one of the applications that a token is limited to. */
export function isWithin(scope: Scope, { appId }: Found): boolean {
  return scope.kind !== 'within' || (appId !== null && scope.apps.includes(appId))
}

export function limitsOf(scope: Scope): Pick<PaletteQuery, 'owner' | 'agent'> {
  switch (scope.kind) {
    case 'within':
      return limitsOf(scope.of)
    case 'everything':
      return { owner: null, agent: null }
    case 'ownedBy':
      return { owner: scope.operatorId, agent: null }
    case 'attributedTo':
      return { owner: null, agent: scope.operatorId }
  }
}
