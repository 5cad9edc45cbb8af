import { expect } from 'vitest'
import { COMMON_CODES, commonGroups } from '../../src-server/ajax/selfservice/common-codes.ts'
import { PUBLIC_ACTIONS } from '../../src-server/ajax/selfservice/index.ts'
import { CODE } from '../../src-server/contract/error-codes.ts'
import { SELF_SERVICE, type SelfServiceAction } from '../../src-server/contract/self-service.ts'

/** The codes of an action's own checks, and those around them. */
export function declaredCodes(act: SelfServiceAction): { readonly own: number[]; readonly common: number[] } {
  const action = PUBLIC_ACTIONS.find(({ name }) => name === act)!
  const numbersOf = (cases: Readonly<Partial<Record<keyof typeof CODE, string>>>) =>
    (Object.keys(cases) as (keyof typeof CODE)[]).map((name) => CODE[name])
  return {
    own: numbersOf(action.codes),
    common: commonGroups(action).flatMap((group) => numbersOf(COMMON_CODES[group])),
  }
}

/** A real answer has a declared code, and a success has exactly the declared members. */
export function checkSelfService(act: SelfServiceAction, code: number, msg: unknown): void {
  const { own, common } = declaredCodes(act)
  expect([...own, ...common], `${act} declares its codes`).toContain(code)
  if (code === CODE.success) expect(SELF_SERVICE[act].parse(msg), `${act} declares its answer`).toEqual(msg)
}
