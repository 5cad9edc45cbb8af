import type { ActionName } from '../../../src-server/contract/actions/index.ts'
import type { Records } from './tenant.ts'
import { ruleInput } from '../../support/rule-input.ts'
import { FOREVER } from '../access/attempt.ts'

let made = 0
const key = () => `an act of a stranger ${++made}`
const money = () => ({ amount: 100, key: key(), note: 'x' })

/** The members of an input that name no record, without which the action refuses the input. */
export const OTHERS: Readonly<Partial<Record<ActionName, (own: Records) => object>>> = {
  account_create: () => ({ user: 'stranger', password: 'secret-1', qq: '9' }),
  account_bulk: () => ({ disable_reason: 'x' }),
  account_import: () => ({ rows: [{ user: 'stranger', qq: '9' }] }),
  account_recharge: () => ({ kami: 'NOBODYHASTHISCODE' }),
  agent_ban: () => ({ reason: 'x' }),
  agent_rights_set: () => ({ unbind: true }),
  app_copy: () => ({ name: 'Copy' }),
  token_create: () => ({ name: 'x', actions: ['code_list'], expires_at: 1_700_086_400 }),
  app_key_rotate: () => ({ key: 'appkey', overlap: 0 }),
  app_key_end_overlap: () => ({ key: 'appkey' }),
  app_answer_key_rotate: () => ({ overlap: 0 }),
  app_example: () => ({ api: 'kmlogon' }),
  app_capability_set: () => ({ api: 'getrc4', granted: true }),
  app_api_set: () => ({ api: 'getrc4', on: true }),
  file_create: () => ({ url: 'https://example.com/stranger.zip' }),
  kit_get: () => ({ type: 'mql5' }),
  kit_link_create: () => ({ type: 'mql5', seconds: 3600, uses: 1 }),
  inspector_explain: () => ({ request: 'api=kmlogon' }),
  bring_check: () => ({ system: 'keyauth' }),
  code_generate: () => ({ type: 'permanent', count: 1 }),
  code_import: () => ({ rows: [{ kami: 'STRANGERSCODE', type: 'permanent' }] }),
  code_update: () => ({ note: 'stranger' }),
  batch_update: () => ({ note: 'stranger' }),
  developer_create: () => ({ name: key() }),
  developer_ban: () => ({ reason: 'x' }),
  device_create: () => ({ account_key: `${++made}@Stranger`, vip: FOREVER }),
  device_same_number: () => ({ account_key: '77@Elsewhere' }),
  device_control: () => ({ pause_open: true }),
  device_history: () => ({ from: 0, to: 1 }),
  device_bulk: () => ({ note: 'stranger' }),
  device_extend: () => ({ seconds: 60 }),
  device_move: () => ({ account_key: `${++made}@Stranger` }),
  device_import: () => ({ rows: [{ account_key: `${++made}@Stranger`, vip: FOREVER }] }),
  server_rename: () => ({ from: 'Nowhere', to: 'Stranger' }),
  messenger_test: () => ({ open_id: 'ou_1' }),
  bind_request_handle: () => ({ decision: 'approve' }),
  auth_request_handle: () => ({ decision: 'approve' }),
  reply_template_save: () => ({ title: 'x', text: 'x' }),
  risk_acknowledge: () => ({ note: 'x' }),
  rule_save: () => ruleInput(),
  sale_take: () => ({ count: 1, key: key() }),
  sale_update: () => ({ note: 'stranger' }),
  ledger_list: ({ agent }) => ({ filter: { agent } }),
  ledger_topup: money,
  ledger_payout: money,
  ledger_correct: money,
  ledger_credit_set: () => ({ credit: 100 }),
  ledger_statement: () => ({ from: 0, to: FOREVER }),
  allocation_create: () => ({ type: 'time', unit: 'day', amount: 60 + ++made, quota: 1, price: 0 }),
  allocation_update: () => ({ note: 'stranger' }),
  webhook_save: () => ({ name: 'x', url: 'https://hook.invalid/', events: ['code_created'] }),
  staff_create: () => ({ name: key() }),
}
