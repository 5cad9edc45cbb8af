import { FOREVER, get, later, OPEN, post } from '../support/requests.ts'
import type { Given, Scenario, Settings, Step } from '../support/scenario.ts'

type Code = NonNullable<Given['codes']>[number]
const HOUR = 3600
const DAY = 24 * HOUR
const USED = { markcode: 'PC', ip: '127.0.0.1', use_time: -1000 }
const DONE = { code: 200, msg: '卡密解绑成功' }
const NO_RIGHT = { code: 201, msg: '解绑失败,无权限' }
const SOON = { code: 201, msg: '解绑失败,换绑时间不足' }
const MANY = { code: 201, msg: '解绑失败,可解绑次数不足' }
const TIME_SHORT = { code: 201, msg: '解绑失败,卡密时长不足' }
const USES_SHORT = { code: 201, msg: '次数不足' }
const UNBOUND = { markcode: '', ip: '', unbinds: 1, last_unbind: 0 }

const unbind = (expect: Step['expect'], markcode = 'PC') =>
  post('kmunmachine', `kami=K&markcode=${markcode}`, expect)
const logIn = (expect: Step['expect'], markcode = 'PC') =>
  post('kmlogon', `kami=K&markcode=${markcode}`, expect)
const policy = (unbindPolicy: NonNullable<Settings['unbind']>): Settings => ({
  ...OPEN,
  unbind: unbindPolicy,
})

function story(
  name: string,
  code: Omit<Code, 'kami'>,
  steps: readonly Step[],
  left?: Readonly<Record<string, unknown>>,
  app: Settings = OPEN,
): Scenario {
  return {
    name,
    app,
    given: { codes: [{ kami: 'K', ...code }] },
    steps,
    ...(left === undefined ? {} : { after: { codes: { K: left } } }),
  }
}

const permanent = { type: 'permanent', ...USED } as const
const day = { type: 'time', unit: 'day', amount: 2, ...USED, end_time: 2 * DAY } as const
const uses = { type: 'count', ...USED, left: 5 } as const
const untouched = { markcode: 'PC', unbinds: 0, last_unbind: null }

const fields: Scenario[] = [
  ['no parameter', '', 148, '卡密为空'],
  ['an empty code', 'kami=&markcode=PC', 148, '卡密为空'],
  ['the machine code alone', 'markcode=PC', 148, '卡密为空'],
  ['the code alone', 'kami=K', 112, '请填写机器码'],
  ['an empty machine code', 'kami=K&markcode=', 112, '请填写机器码'],
  ['an unknown code', 'kami=NONE&markcode=PC', 149, '卡密不存在'],
  ['a code of another case', 'kami=k&markcode=PC', 149, '卡密不存在'],
  ['a code that is too long', `kami=${'C'.repeat(65)}&markcode=PC`, 149, '卡密不存在'],
  ['another machine', 'kami=K&markcode=OTHER', 201, '解绑失败,无权限'],
  ['a machine code of another case', 'kami=K&markcode=pc', 201, '解绑失败,无权限'],
].flatMap(([name, pairs, code, msg]) =>
  [get, post].map((ask) =>
    story(
      `${String(name)}, ${ask.name}`,
      permanent,
      [ask('kmunmachine', String(pairs), { code: Number(code), msg: String(msg) })],
      untouched,
    ),
  ),
)

const states: Scenario[] = [
  story(
    'disabled',
    { ...permanent, disabled: true },
    [unbind({ code: 151, msg: '卡密已被禁用' })],
    untouched,
  ),
  story('a disabled code is refused before its machine is checked', { ...permanent, disabled: true }, [
    unbind({ code: 151 }, 'OTHER'),
  ]),
  story('VIP', { type: 'vip', ...USED }, [unbind({ code: 202, msg: '贵宾卡无需解绑' })], untouched),
  story(
    'a VIP code is refused on another machine',
    { type: 'vip', ...USED },
    [unbind(NO_RIGHT, 'OTHER')],
    untouched,
  ),
  story(
    'points',
    { type: 'points', ...USED, left: 5 },
    [unbind({ code: 201, msg: '卡密解绑失败' })],
    untouched,
  ),
  story('a bound code without a use is refused', { type: 'permanent', markcode: 'PC' }, [
    unbind({ code: 202, msg: '全新卡密,无需解绑' }),
  ]),
  story('an unbound code is refused', { type: 'permanent', use_time: -1000 }, [unbind(NO_RIGHT)]),
  story('free mode refuses an unbind', permanent, [unbind(NO_RIGHT)], untouched, {
    ...OPEN,
    free_mode: true,
  }),
  story(
    'free mode checks the fields first',
    permanent,
    [post('kmunmachine', 'markcode=PC', { code: 148 }), post('kmunmachine', 'kami=K', { code: 112 })],
    untouched,
    { ...OPEN, free_mode: true },
  ),
]

const effects: Scenario[] = [
  story(
    'a permanent code loses machine and address together and keeps its first use',
    permanent,
    [unbind(DONE)],
    {
      ...UNBOUND,
      use_time: -1000,
      end_time: null,
    },
  ),
  story('a time code loses an hour', day, [unbind(DONE)], {
    ...UNBOUND,
    use_time: -1000,
    end_time: 2 * DAY - HOUR,
  }),
  story('a count code loses a use', uses, [unbind(DONE)], { ...UNBOUND, left: 4 }),
  story('999999999 uses stay unchanged', { ...uses, left: 999_999_999 }, [unbind(DONE)], {
    ...UNBOUND,
    left: 999_999_999,
  }),
  story(
    'the next machine logs in with the remaining time',
    day,
    [unbind(DONE), logIn({ code: 200, fields: { vip: `{{now+${2 * DAY - HOUR}}}` } }, 'NEW')],
    { markcode: 'NEW', ip: '127.0.0.1', unbinds: 1 },
  ),
  story('an immediate second unbind finds no binding', permanent, [unbind(DONE), unbind(NO_RIGHT)], {
    unbinds: 1,
  }),
  story(
    'an unbind after a new login is refused until the interval is over',
    permanent,
    [
      unbind(DONE),
      logIn({ code: 200 }, 'NEW'),
      unbind(SOON, 'NEW'),
      later(DAY - 1, unbind(SOON, 'NEW')),
      later(1, unbind(DONE, 'NEW')),
    ],
    { markcode: '', unbinds: 2 },
  ),
  story(
    'three unbinds a day apart succeed, and a fourth is refused',
    permanent,
    [
      ...[0, 1, 2].flatMap((turn) => [later(turn === 0 ? 0 : DAY, unbind(DONE)), logIn({ code: 200 })]),
      later(DAY, unbind(MANY)),
    ],
    { unbinds: 3, markcode: 'PC' },
  ),
]

const RECENT = { unbinds: 1, last_unbind: -10 }
const OFTEN = { unbinds: 3, last_unbind: -10 * DAY }
const BOTH = { unbinds: 3, last_unbind: -10 }
/** The first refusal by type of code (docs/protocol.md 6), as in the original. */
const limits: Scenario[] = (
  [
    ['permanent, too soon', permanent, RECENT, SOON],
    ['permanent, too many', permanent, OFTEN, MANY],
    ['permanent, both: too many', permanent, BOTH, MANY],
    ['time, too soon', day, RECENT, SOON],
    ['time, too many', day, OFTEN, MANY],
    ['time, both: too soon', day, BOTH, SOON],
    ['time, over: that first', { ...day, end_time: -5 }, BOTH, TIME_SHORT],
    ['count, too soon', uses, RECENT, SOON],
    ['count, too many', uses, OFTEN, MANY],
    ['count, both: too many', uses, BOTH, MANY],
    ['count, nothing left: that first', { ...uses, left: 0 }, BOTH, USES_SHORT],
    ['unlimited, both: too many', { ...uses, left: 999_999_999 }, BOTH, MANY],
  ] as const
).map(([name, code, before, expect]) =>
  story(name, { ...code, ...before }, [unbind(expect)], { markcode: 'PC', unbinds: before.unbinds }),
)

const shortages: Scenario[] = [
  story('an ended time code is refused', { ...day, end_time: -5 }, [unbind(TIME_SHORT)], {
    markcode: 'PC',
    end_time: -5,
  }),
  story(
    'a time code with less than the deduction is refused',
    { ...day, end_time: HOUR - 1 },
    [unbind(TIME_SHORT)],
    {
      end_time: HOUR - 1,
    },
  ),
  story(
    'a time code with exactly the deduction is unbound and ends',
    { ...day, end_time: HOUR },
    [unbind(DONE)],
    { end_time: 0 },
  ),
  story(
    'a count code with less than the deduction is refused',
    { ...uses, left: 2 },
    [unbind(USES_SHORT)],
    { left: 2 },
    policy({ deduct_uses: 3 }),
  ),
  story(
    'a count code with exactly the deduction is unbound',
    { ...uses, left: 3 },
    [unbind(DONE)],
    { left: 0 },
    policy({ deduct_uses: 3 }),
  ),
]

const NO_LIMIT = policy({ interval: 0, max: 0, deduct_seconds: 0, deduct_uses: 0 })
const policies: Scenario[] = [
  ...([permanent, day, uses] as const).map((code) =>
    story(
      `0 is no limit and no deduction: ${code.type}`,
      { ...code, unbinds: 100, last_unbind: 0 },
      [unbind(DONE), logIn({ code: 200 }), unbind(DONE)],
      { unbinds: 102 },
      NO_LIMIT,
    ),
  ),
  story(
    'a count code without uses is unbound when nothing is deducted',
    { ...uses, left: 0 },
    [unbind(DONE)],
    { left: 0 },
    NO_LIMIT,
  ),
  story(
    'five hours are deducted',
    day,
    [unbind(DONE)],
    { end_time: 2 * DAY - 5 * HOUR },
    policy({ deduct_seconds: 5 * HOUR }),
  ),
  story(
    'an unbind succeeds exactly at the end of an interval of two hours',
    { ...permanent, unbinds: 1, last_unbind: -2 * HOUR },
    [unbind(DONE)],
    { unbinds: 2 },
    policy({ interval: 2 * HOUR }),
  ),
  story(
    'an unbind is refused a minute before the end of an interval of two hours',
    { ...permanent, unbinds: 1, last_unbind: 60 - 2 * HOUR },
    [unbind(SOON)],
    { unbinds: 1 },
    policy({ interval: 2 * HOUR }),
  ),
  story(
    'a limit of one unbind refuses the second',
    { ...permanent, unbinds: 1, last_unbind: -2 * DAY },
    [unbind(MANY)],
    { unbinds: 1 },
    policy({ max: 1 }),
  ),
  story('the address is not checked', { ...permanent, ip: '203.0.113.9' }, [unbind(DONE)], UNBOUND, {
    ...OPEN,
    ip_check: true,
  }),
  story(
    'the machine must be the bound one also with the device check off',
    permanent,
    [unbind(NO_RIGHT, 'OTHER'), unbind(DONE)],
    UNBOUND,
    { ...OPEN, device_check: false },
  ),
]

const mt5: Scenario[] = [
  story('a code that a trading account used stays with it', { type: 'permanent' }, [
    logIn({ code: 200, fields: { vip: String(FOREVER) } }, '1%40A'),
    unbind({ code: 164, msg: '解绑失败,该卡密已用于交易账户,请申请换绑' }, '1%40A'),
    unbind({ code: 201, msg: '解绑失败,无权限' }, '2%40A'),
    logIn({ code: 150 }, '2%40A'),
    logIn({ code: 200 }, '1%40A'),
  ]),
]

export const kmunmachine: readonly Scenario[] = [
  ...fields,
  ...states,
  ...effects,
  ...limits,
  ...shortages,
  ...policies,
  ...mt5,
]
