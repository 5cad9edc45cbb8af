import { expect, it } from 'vitest'
import type { LoginRefusal } from '../../src-server/domain/code/login-decision.ts'
import { word } from '../e2e/support/words.ts'

/** Complete by type: a new refusal does not compile until it is listed here. */
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
  'the history of a code says in both languages that a login was refused: %s',
  (reason) => {
    const [english, chinese] = (['en', 'zh-CN'] as const).map((locale) =>
      word(locale, `codes.history.refusal.${reason}`),
    )
    expect(english).toMatch(/^[A-Za-z ]+$/)
    expect(chinese).toMatch(/[\u4e00-\u9fff]/)
  },
)
