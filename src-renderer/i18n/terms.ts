/** The term that the texts use, and the synonyms that must not appear. */
export interface Term {
  readonly use: string
  readonly not: RegExp
}

/** Chinese has one term for each thing of the product. */
const CHINESE_TERMS: readonly Term[] = [
  { use: '张卡密', not: /个卡密/ },
  { use: '点数卡', not: /积分卡/ },
  { use: 'VIP 卡', not: /贵宾卡|VIP卡/ },
  { use: '操作日志', not: /审计日志/ },
  { use: '交易账户', not: /交易账号|交易帐/ },
  { use: '用户账号', not: /用户账户|用户帐/ },
  { use: '账户号', not: /账号[^。]{0,2}@|登录账号/ },
  { use: '资金账户', not: /代理账户|往来账户/ },
  { use: '保证金比例', not: /预付款/ },
  { use: '实时看板', not: /实时账户/ },
  { use: '调用记录', not: /调用追踪/ },
  { use: '商家', not: /卖家/ },
  { use: '站长', not: /平台所有者|网站所有者/ },
  { use: '机器', not: /(?<!本)设备/ },
  { use: '身份验证器', not: /(?<!身份)验证器/ },
  { use: '换绑', not: /更换(交易)?账户|迁移账户|移动账户/ },
  { use: '客户页面', not: /公开页面/ },
  { use: '公网地址', not: /公开地址/ },
  { use: '预警', not: /(回撤|失联|超时)提醒/ },
  { use: '消息机器人', not: /即时消息|消息功能/ },
  { use: '禁用', not: /停用(卡密|账户|账号)/ },
  { use: '平仓指令', not: /平仓命令/ },
  { use: '工单', not: /售后申请/ },
  // A space stands between Chinese and Latin letters or digits, and between a number and its unit.
  { use: '3 天', not: /[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/ },
]

/** English in sentence case, with the field's own words instead of translated ones. */
const ENGLISH_TERMS: readonly Term[] = [
  { use: 'Failed', not: /\bgiven up\b/i },
  { use: 'Allocate codes', not: /\bgive codes to sell\b|\bto sell$/i },
  { use: 'Sub-agents', not: /\bagents below\b/i },
  { use: 'Return codes', not: /\bgive (it |them |codes )?back\b|\bgiven back\b/i },
  { use: 'Unbind from machine', not: /\bfree(s|d|ing)? (it|a code|them|the code) (from|of)\b/i },
  { use: 'Created', not: /^made\b|\bmade (by|here|anew)\b/i },
  { use: 'need attention', not: /\bto look (after|at)\b/i },
  { use: 'passed the check', not: /\bis whole\b/i },
  { use: 'Requested', not: /\bwas ever asked\b|\bclose all asked\b/i },
  { use: 'Skipped', not: /\b(is|are|was|were) left out\b/i },
  { use: 'Anyone, someone, everyone, no one', not: /\b(any|some|every)body\b/i },
  { use: 'Turn on, turn off', not: /\bswitch(es|ed)? (it |them )?(on|off)\b/i },
  { use: 'permanently', not: /\bfor good\b|\bfor ever\b/i },
  { use: 'automatically', not: /\bby itself\b(?!\.)/i },
  { use: 'in the meantime', not: /\bmeanwhile:/i },
  { use: 'per', not: /\b(rows|one|codes) a (page|line|code)\b/i },
  { use: 'trading account, user account', not: /\b(authorization code|licence code)\b/i },
  { use: 'IP address', not: /\bfrom many addresses\b/i },
  { use: 'Email', not: /\bmail address\b/i },
  { use: 'Reversed', not: /\b(is|was|were) taken back\b/i },
  { use: 'can’t', not: /\bcannot\b|[A-Za-z]'[a-z]/ },
]

export const TERMS = { en: ENGLISH_TERMS, 'zh-CN': CHINESE_TERMS } as const
