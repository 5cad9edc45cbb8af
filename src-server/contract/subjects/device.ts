import { DEVICE_STATES, EXPIRY_SPANS } from '../device-names.ts'
import { HEALTHS } from '../health.ts'
import { MAX_OPEN_ID_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from '../limits.ts'
import {
  choice,
  custom,
  customValue,
  end,
  flag,
  id,
  part,
  person,
  reference,
  text,
  time,
  words,
} from './field.ts'
import { ENDS, NOTES, REASONS, STATES, names } from './headers.ts'
import { subject } from './subject.ts'

/** A trading account's authorization (the specification, MT5 device). */
export const DEVICE = subject(
  {
    id: id(),
    /** `<trading_account>@<server>`, exactly as the terminal reports it. */
    account_key: text(128, {
      required: 'always',
      import: names(
        'account, markcode, login, mt5 login, mt5 account, account number, trading account, 账户, 账号, 交易账户, 交易账号, mt5账号, 账户号',
      ),
      export: true,
      sort: true,
      search: true,
    }),
    app: reference('application', { required: 'create', export: true, filter: true }),
    label: text(64, {
      edit: true,
      bulk: true,
      import: ['name', 'customer', 'client', '备注名', '名称', '客户', '姓名'],
      export: true,
      sort: true,
      search: true,
    }),
    license: text(64, {
      edit: true,
      bulk: true,
      import: ['code', 'kami', 'license key', '卡密', '授权码'],
      export: true,
      search: true,
    }),
    agent: person('agent', {
      nullable: true,
      edit: true,
      bulk: true,
      import: ['reseller', '代理', '代理编号'],
      export: true,
      filter: true,
    }),
    /** An import needs it for an account that isn't there yet. */
    vip: end({
      required: 'create',
      edit: true,
      import: ENDS,
      export: ['vip', 'ends'],
      sort: true,
    }),
    state: choice(DEVICE_STATES, { computed: true, export: true, filter: true }),
    disabled: flag({ edit: true, bulk: true, import: STATES, export: true }),
    disable_reason: text(255, {
      edit: true,
      bulk: true,
      import: REASONS,
      export: true,
    }),
    buy_url: text(512, {
      edit: true,
      bulk: true,
      import: ['renewal address', 'renewal link', '续费地址', '续费链接'],
      export: true,
    }),
    /** For those who look after it; terminals never see it. */
    note: text(255, { edit: true, bulk: true, import: [...NOTES, '内部备注'], export: true, search: true }),
    /** Words by which a vendor groups accounts. Rules hold for a tag. Terminals never see them. */
    tags: words(MAX_TAGS, MAX_TAG_LENGTH, {
      edit: true,
      import: ['tag', 'labels', '标签', '分组'],
      export: true,
      search: true,
    }),
    /** Values of the custom fields of the application's owner. */
    fields: custom({ edit: true, bulk: true, import: [], search: true }),
    debug: flag({ edit: true }),
    /** null until the first pulse. */
    telemetry: part({ export: ['last_pulse', 'equity', 'balance', 'drawdown', 'positions'] }),
    pause_open: flag({ export: true }),
    pause_add: flag({ export: true }),
    close_all: part({}),
    /** The terminals that report for it, the newest first, where there are several; else none. */
    terminals: part({}),
    /** The limits at which its figures are a warning or critical. */
    limits: part({}),
    messenger_open_id: text(MAX_OPEN_ID_LENGTH, {}),
    created_at: time({ export: ['created'], sort: true }),
  },
  {
    health: choice(HEALTHS, {}),
    /** One of its tags. */
    tag: text(MAX_TAG_LENGTH, {}),
    field: customValue(),
    expires: choice(EXPIRY_SPANS, {}),
  },
)
