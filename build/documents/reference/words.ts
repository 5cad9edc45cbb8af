import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The codes that many calls answer, and the heading above each list of them. */
export type Group = 'every' | 'guarded' | 'login' | 'lookup'

/** The words of one language for the English texts of the declarations. */
export interface Words {
  readonly says: (english: string) => string
  readonly intro: (summary: string, methods: readonly string[], kind: string) => string
  readonly plain: string
  readonly signed: string
  readonly parameter: readonly [string, string, string]
  readonly yes: string
  readonly field: (place: string) => readonly [string, string, string]
  readonly places: { readonly msg: string; readonly list: string; readonly beside: string }
  readonly types: Readonly<Record<string, string>>
  readonly or: string
  readonly comma: string
  readonly refusesWithFields: string
  readonly download: (type: string, says: string) => string
  readonly text: (isOnly: boolean, says: string) => string
  readonly code: readonly [string, string]
  readonly also: string
  readonly groups: Readonly<Record<Group, { readonly name: string; readonly heading: string }>>
  readonly colon: string
}

export const ENGLISH: Words = {
  says: (english) => english,
  intro: (summary, methods, kind) =>
    `${summary}. ${[methods.join(' or '), kind].filter(Boolean).join(', ')}.`,
  plain: 'plain',
  signed: '[signed](#codes-of-signed-calls)',
  parameter: ['parameter', 'needed', 'meaning'],
  yes: 'yes',
  field: (place) => [place, 'values', 'meaning'],
  places: { msg: 'answer in `msg`', list: 'answer in `msg`, a list of', beside: 'answer beside `msg`' },
  types: {
    string: 'text',
    integer: 'number',
    array: 'list',
    object: 'object',
    boolean: 'boolean',
    null: 'null',
  },
  or: ' or ',
  comma: ', ',
  refusesWithFields: 'Refusals of the codes below have these fields too.',
  download: (type, says) => `The answer is \`${type}\`: ${says}.`,
  text: (isOnly, says) => `\`msg\` ${isOnly ? 'is' : 'may be'} a text: ${says}.`,
  code: ['code', 'when'],
  also: 'And the codes of',
  groups: {
    every: { name: 'every call', heading: 'Codes of every call' },
    guarded: { name: 'signed calls', heading: 'Codes of signed calls' },
    login: { name: 'logins', heading: 'Codes of logins' },
    lookup: { name: 'lookups', heading: 'Codes of lookups' },
  },
  colon: ': ',
}

const CHINESE_TEXTS = JSON.parse(readFileSync(join(import.meta.dirname, 'zh-CN.json'), 'utf8')) as Readonly<
  Record<string, string>
>

export const CHINESE: Words = {
  says: (english) => {
    const chinese = CHINESE_TEXTS[english]
    if (chinese === undefined) throw new Error(`build/documents/reference/zh-CN.json lacks "${english}"`)
    return chinese
  },
  intro: (summary, methods, kind) =>
    `${summary}。${[methods.join(' 或 '), kind].filter(Boolean).join('，')}。`,
  plain: '明文，不签名',
  signed: '[需签名](#签名调用的错误码)',
  parameter: ['参数', '必填', '含义'],
  yes: '是',
  field: (place) => [place, '取值', '含义'],
  places: {
    msg: '应答（在 `msg` 里）',
    list: '应答（`msg` 是列表，每项有）',
    beside: '应答（与 `msg` 并列）',
  },
  types: { string: '文字', integer: '数字', array: '列表', object: '对象', boolean: '布尔', null: 'null' },
  or: ' 或 ',
  comma: '、',
  refusesWithFields: '下列错误码的应答也带这些字段。',
  download: (type, says) => `应答是 \`${type}\`：${says}。`,
  text: (isOnly, says) => `\`msg\` ${isOnly ? '是' : '也可能是'}文字：${says}。`,
  code: ['code', '何时'],
  also: '另有',
  groups: {
    every: { name: '所有调用的错误码', heading: '所有调用的错误码' },
    guarded: { name: '签名调用的错误码', heading: '签名调用的错误码' },
    login: { name: '登录的错误码', heading: '登录的错误码' },
    lookup: { name: '查询的错误码', heading: '查询的错误码' },
  },
  colon: '：',
}

/** The address of a heading within its document, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return `#${heading.toLowerCase().replaceAll(' ', '-')}`
}
