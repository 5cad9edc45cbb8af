import { MAX_QQ_LENGTH } from '../limits.ts'
import { end, flag, id, reference, text, time } from './field.ts'
import { ENDS, REASONS, STATES } from './headers.ts'
import { subject } from './subject.ts'

/** Characters, as the patterns below have them: a form asks for so many. */
export const SHORTEST = { user: 5, password: 6 } as const

/** A user account of an application, with a name and a password (the specification, Application account). */
export const ACCOUNT = subject({
  id: id(),
  user: text(11, {
    required: 'always',
    pattern: /^[A-Za-z0-9_]{5,11}$/,
    says: '5 to 11 letters, digits and _',
    import: ['account', 'username', 'user name', 'login', '账号', '用户账号', '用户名', '用户'],
    export: true,
    sort: true,
    search: true,
  }),
  /** An import makes one for a row that has none. */
  password: text(18, {
    required: 'create',
    pattern: /^[A-Za-z0-9.*_-]{6,18}$/,
    says: '6 to 18 letters, digits and . * _ -',
    edit: true,
    import: ['pass', '密码', '登录密码'],
    secret: true,
  }),
  qq: text(MAX_QQ_LENGTH, {
    required: 'always',
    trim: true,
    min: 1,
    edit: true,
    import: ['contact', 'qq number', '联系方式', 'qq号', 'qq号码'],
    export: true,
    search: true,
  }),
  name: text(64, {
    trim: true,
    edit: true,
    import: ['nickname', 'nick', '昵称', '姓名'],
    export: true,
    search: true,
  }),
  app: reference('application', { required: 'create', export: true, filter: true }),
  /** The end of the account's licence. 0 until the first recharge. */
  vip: end({ edit: true, import: ENDS, export: ['vip', 'ends'], sort: true }),
  disabled: flag({ edit: true, bulk: true, import: STATES, export: true, filter: true }),
  disable_reason: text(255, { edit: true, bulk: true, import: REASONS, export: true }),
  /** The user account that invited this one. */
  inviter: reference('account', { nullable: true, export: true }),
  /** Empty for one made in the console. */
  registration_ip: text(64, { export: true }),
  /** The end of the wait after failed logins. 0 without a wait. */
  locked_until: time({}),
  last_login_at: time({ nullable: true, export: ['last_login'], sort: true }),
  created_at: time({ export: ['created'], sort: true }),
})
