import { CODE_STATES, CODE_TYPES } from '../code-names.ts'
import {
  MAX_CODE_LENGTH,
  MAX_MACHINE_CODE_LENGTH,
  MAX_SEATS,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  UNLIMITED_USES,
} from '../limits.ts'
import {
  choice,
  custom,
  customValue,
  flag,
  id,
  number,
  person,
  reference,
  text,
  time,
  words,
} from './field.ts'
import { ENDS, NOTES, STATES, names } from './headers.ts'
import { subject } from './subject.ts'

/** An authorization code (kami). A time is null where it is not there yet. */
export const CODE = subject(
  {
    id: id(),
    kami: text(MAX_CODE_LENGTH, {
      required: 'always',
      min: 1,
      pattern: /^\P{Cc}+$/u,
      says: 'no control characters',
      import: names(
        'code, key, license, licence, license key, licence key, license code, serial, serial number, card, card number, cdkey, cdk, activation code, voucher, 卡密, 卡号, 卡, 激活码, 注册码, 授权码, 序列号, 兑换码, 密钥',
      ),
      export: ['code'],
      sort: true,
      search: true,
      filter: true,
    }),
    app: reference('application', { export: ['application'], filter: true }),
    type: choice(CODE_TYPES, {
      required: 'always',
      import: ['kind', 'card type', '类型', '卡密类型', '卡类型', '卡种'],
      export: true,
      filter: true,
    }),
    /** Codes in the recycle bin are listed only where a filter asks for this state. */
    state: choice(CODE_STATES, { computed: true, export: true, filter: true }),
    /** Duration of a time code, or of a VIP code that ends; 0 otherwise. */
    seconds: number({ export: true }),
    /** Uses a count code has left, points of a points code; null otherwise. 999999999 is without a limit. */
    left: number({
      nullable: true,
      min: 0,
      max: UNLIMITED_USES,
      import: ['remaining', 'uses left', '剩余次数', '剩余点数', '剩余'],
      export: true,
    }),
    /** The bound machine code, empty while unbound. Machine and addresses are bound and cleared together. */
    markcode: text(MAX_MACHINE_CODE_LENGTH, {
      import: [
        'machine',
        'machine code',
        'hwid',
        'hardware id',
        'device',
        '机器码',
        '绑定机器',
        '绑定机器码',
        '设备码',
        '特征码',
      ],
      export: ['machine'],
      search: true,
    }),
    /** The trading account that the code was used for, empty for none. The code belongs to it for ever. */
    account_key: text(128, { export: ['account'], search: true }),
    /** The bound IPv4 address. Version 0.1.0 bound whole IPv6 addresses here. */
    ip: text(64, { import: ['address', 'ip address', 'ip 地址', '绑定 ip'], export: true }),
    /** The bound IPv6 /64. */
    ip6: text(64, {}),
    use_time: time({
      nullable: true,
      import: [
        'first_used',
        'used at',
        'used',
        'activated at',
        'activation date',
        '使用时间',
        '首次使用',
        '激活时间',
      ],
      export: ['first_used'],
      sort: true,
    }),
    end_time: time({
      nullable: true,
      import: ENDS,
      export: ['ends'],
      sort: true,
    }),
    unbinds: number({ min: 0, max: UNLIMITED_USES, import: ['unbind count', '解绑次数'], export: true }),
    last_unbind: time({ nullable: true, import: ['last unbound', '最近解绑', '最近解绑时间'] }),
    disabled: flag({ bulk: true, import: STATES }),
    batch: reference('batch', { nullable: true, export: true, filter: true }),
    agent: person('agent', {
      nullable: true,
      bulk: true,
      import: ['agent (number)', 'reseller', '代理', '代理（编号）', '代理编号'],
      export: true,
      filter: true,
    }),
    note: text(255, { bulk: true, import: NOTES, export: true, search: true }),
    /** Words by which a vendor groups codes. Terminals never see them. */
    tags: words(MAX_TAGS, MAX_TAG_LENGTH, {
      import: ['tag', 'labels', '标签', '分组'],
      export: true,
      search: true,
    }),
    /** Values of the custom fields of the application's owner. */
    fields: custom({ bulk: true, import: [], search: true }),
    /** The trading accounts that the code may serve. More than one only where the application allows it. */
    seats: number({
      min: 1,
      max: MAX_SEATS,
      bulk: true,
      import: ['seat', 'accounts', 'account limit', '席位', '席位数', '账户数'],
      export: true,
    }),
    /** The trading accounts that it serves or has served. */
    seats_used: number({ computed: true, export: true }),
    /** Seconds that the code gave to the trading account's record; 4102243200 for ever; null as long as it has not acted. */
    gave_seconds: number({ nullable: true }),
    /** The record that it acted on is deleted, and the code spent with it: it logs nobody in. */
    spent: flag({}),
    /** Seconds that a refund took back from the record; null where none was taken. */
    taken_seconds: number({ nullable: true }),
    created_at: time({ export: ['created'], sort: true }),
    /** When it went into the recycle bin. */
    recycled_at: time({ nullable: true, sort: true }),
  },
  {
    /** One of its tags. */
    tag: text(MAX_TAG_LENGTH, {}),
    field: customValue(),
  },
)
