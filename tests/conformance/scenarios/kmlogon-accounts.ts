import { FOREVER, OPEN, post } from '../support/requests.ts'
import type { Given, Scenario, Step } from '../support/scenario.ts'

type Codes = NonNullable<Given['codes']>
const HOUR = 3600
const NONE_BOUND = { markcode: '', ip: '', use_time: null }
const granted = (kami: string, vip: number | string) => ({
  code: 200,
  payload: { kami, vip: String(vip), debug: 0 },
})
const logIn = (kami: string, expect: Step['expect'], markcode: string) =>
  post('kmlogon', `kami=${kami}&markcode=${markcode}`, expect)

function story(name: string, codes: Codes, steps: readonly Step[], more: Partial<Scenario> = {}): Scenario {
  return { name, app: OPEN, given: { codes }, steps, ...more }
}

const KEY = '123456@XMGlobal-MT5 2'
const SPELLED = '123456%40XMGlobal-MT5+2'
/** kmlogon with a trading account as the machine. */
export const kmlogonOfAccounts: readonly Scenario[] = [
  story(
    'a trading account as the machine code makes its device',
    [{ kami: 'T', type: 'time', unit: 'day' }],
    [
      logIn('T', granted('T', `{{now+${24 * HOUR}}}`), SPELLED),
      post('mt5logon', `account_key=${SPELLED}`, { code: 200, fields: { license: 'T', account_key: KEY } }),
    ],
    {
      app: { ...OPEN, mt5: { enabled: true } },
      after: { devices: { [KEY]: { vip: 24 * HOUR, license: 'T' } }, codes: { T: { account_key: KEY } } },
    },
  ),
  story(
    'a disabled trading account gets its reason, and the code is not spent',
    [{ kami: 'T', type: 'time', unit: 'day' }],
    [logIn('T', { code: 114, msg: '退款' }, SPELLED)],
    {
      given: {
        codes: [{ kami: 'T', type: 'time', unit: 'day' }],
        devices: [{ account_key: KEY, vip: FOREVER, disabled: true, disable_reason: '退款' }],
      },
      after: { codes: { T: NONE_BOUND } },
    },
  ),
  story(
    'a renewal adds to the remaining days',
    [{ kami: 'T', type: 'time', unit: 'hour' }],
    [logIn('T', granted('T', `{{now+${8 * HOUR}}}`), SPELLED)],
    {
      given: {
        codes: [{ kami: 'T', type: 'time', unit: 'hour' }],
        devices: [{ account_key: KEY, vip: 7 * HOUR }],
      },
      after: { devices: { [KEY]: { vip: 8 * HOUR, license: 'T' } } },
    },
  ),
  story(
    'a permanent account spends no other code',
    [
      { kami: 'P', type: 'permanent' },
      { kami: 'T', type: 'time', unit: 'hour' },
    ],
    [
      logIn('P', granted('P', FOREVER), SPELLED),
      logIn('T', { code: 199, msg: '您已经是永久会员了' }, SPELLED),
      logIn('P', granted('P', FOREVER), SPELLED),
    ],
    {
      after: {
        codes: { T: { state: 'unused', ...NONE_BOUND } },
        devices: { [KEY]: { vip: FOREVER, license: 'P' } },
      },
    },
  ),
  story(
    'a code that one account used renews no other, also with the device check off',
    [{ kami: 'P', type: 'permanent' }],
    [logIn('P', granted('P', FOREVER), '1%40A'), logIn('P', { code: 150 }, '2%40A')],
    { app: { ...OPEN, device_check: false }, after: { devices: { '1@A': { vip: FOREVER }, '2@A': null } } },
  ),
  story(
    'an invalid account makes no device',
    [{ kami: 'P', type: 'permanent' }],
    [logIn('P', granted('P', FOREVER), '-5%40A')],
    { after: { devices: { '-5@A': null } } },
  ),
]
