import { CODE } from '../../contract/error-codes.ts'
import type { Found } from '../../services/selfservice/self-service-products.ts'
import { refuse, type Refusal } from './answers.ts'

/** Found, or what is said where it isn't: which product, a wrong one, or `unknown` in the action's own words. */
export function refusalOf<T, C extends number>(
  found: Exclude<Found<T>, { outcome: 'found' }>,
  unknown: Refusal<C>,
): Refusal<C | typeof CODE.productMissing | typeof CODE.productUnknown> {
  switch (found.outcome) {
    case 'several':
      return { code: CODE.productMissing, products: found.products }
    case 'wrongProduct':
      return refuse(CODE.productUnknown)
    case 'unknown':
      return unknown
  }
}
