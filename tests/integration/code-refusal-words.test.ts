import { expect, it } from 'vitest'
import type { LoginRefusal } from '../../src-server/domain/code/login-decision.ts'
import { word } from '../e2e/support/words.ts'

/** The type requires an entry for each refusal: a new refusal does not compile without one. */
const REFUSALS: Record<LoginRefusal, true> = {
  unknown: true,
  disabled: true,
  pointsCode: true,
  boundElsewhere: true,
  ipDiffers: true,
  recordDisabled: true,
  recordPermanent: true,
  spent: true,
  ended: true,
}

it.each(Object.keys(REFUSALS))(
  'the history of a code shows in both languages that a login was refused: %s',
  (reason) => {
    const [english, chinese] = (['en', 'zh-CN'] as const).map((locale) =>
      word(locale, `codes.history.refusal.${reason}`),
    )
    expect(english).toMatch(/^[A-Za-z ]+$/)
    expect(chinese).toMatch(/[\u4e00-\u9fff]/)
  },
)
