import type { CODE } from '../../contract/error-codes.ts'
import type { PublicAction } from './public-action.ts'

type Cases = Readonly<Partial<Record<keyof typeof CODE, string>>>

/** The codes that dispatch.ts answers around an action's own checks, each with its cases. */
export const COMMON_CODES = {
  every: {
    methodWrong: 'the action does not take this method',
    wrongData:
      'the URL or the body is too long, there are more than 200 parameters, or the body is packed (HTTP 413, 415)',
    tooMany: 'too many uploads at once: try again (also the HTTP status)',
    internal: 'an error of the server, or another program holds its data: try again',
  },
  lookup: {
    tooMany: 'over 60 lookups of the action or 20 wrong guesses in ten minutes (also the HTTP status)',
  },
} as const satisfies Readonly<Record<string, Cases>>

export type CommonGroup = keyof typeof COMMON_CODES

export function commonGroups({ limit }: Pick<PublicAction, 'limit'>): readonly CommonGroup[] {
  return limit === 'lookup' ? ['every', 'lookup'] : ['every']
}
