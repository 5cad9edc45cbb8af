import { get, OPEN } from '../support/requests.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

/** docs/protocol.md 5: envelopes and languages. */

const ENVELOPES = ['msg', 'data', 'both'] as const
const MODES: [string, Settings][] = [
  ['plain', {}],
  ['sealed', { encrypt: true, mi_type: 3 }],
]

const envelopes: Scenario[] = ENVELOPES.flatMap((envelope) =>
  MODES.flatMap(([mode, settings]): Scenario[] => [
    {
      name: `envelope ${envelope}, ${mode}: a success`,
      app: { ...OPEN, ...settings, envelope, app_gg: 'hello' },
      steps: [get('notice', '', { code: 200, payload: { app_gg: 'hello' } })],
    },
    {
      name: `envelope ${envelope}, ${mode}: a refusal is msg`,
      app: { ...OPEN, ...settings, envelope },
      steps: [get('nosuch', '', { code: 400, msg: '没有相关操作' })],
    },
    {
      name: `envelope ${envelope}, ${mode}: MT5 has its own`,
      app: { ...OPEN, ...settings, envelope, mt5: { enabled: true } },
      steps: [get('mt5logon', 'account_key=1%40A', { code: 404, msg: 'MT5授权不存在' })],
    },
  ]),
)

const ENGLISH: [string, string, number, string][] = [
  ['kmlogon', '', 148, 'The code is missing'],
  ['kmlogon', 'kami=K', 112, 'The machine code is missing'],
  ['kmlogon', 'kami=K&markcode=M', 149, 'There is no such code'],
  ['kmunmachine', 'kami=K&markcode=M', 149, 'There is no such code'],
  ['nosuch', '', 400, 'There is no such operation'],
  ['mt5logon', 'account_key=1%40A', 404, 'There is no such MT5 authorization'],
]
const languages: Scenario[] = ENGLISH.map(([api, pairs, code, msg]) => ({
  name: `English: ${api} ${code}`,
  app: { ...OPEN, language: 'en', mt5: { enabled: true } },
  steps: [get(api, pairs, { code, msg })],
}))

export const replies: readonly Scenario[] = [...envelopes, ...languages]
