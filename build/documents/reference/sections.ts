import type { PublicAction } from '../../../src-server/ajax/selfservice/public-action.ts'
import { COMMON_CODES, commonGroups } from '../../../src-server/ajax/selfservice/common-codes.ts'
import { SELF_SERVICE } from '../../../src-server/contract/self-service.ts'
import type { Endpoint } from '../../../src-server/runtime/endpoint.ts'
import { GUARD_CODES, guardGroups } from '../../../src-server/runtime/guard-codes.ts'
import { codesOf, type Cases } from '../openapi/common.ts'
import { parametersOf } from '../openapi/json-schema.ts'
import { fieldsOf, isList, textOf } from './fields.ts'
import { table } from './table.ts'

/** The headings that have the codes of each group. */
const GROUPS = {
  every: 'every call',
  guarded: 'signed calls',
  login: 'logins',
  lookup: 'lookups',
} as const

/** The part of an endpoint's section that its declaration says, as Markdown. */
export function endpointSection(endpoint: Endpoint): string {
  const { summary, methods, whitelisted, params, codes } = endpoint
  const kind = whitelisted ? 'plain' : '[signed](#codes-of-signed-calls)'
  return [
    `${summary}. ${methods.join(' or ')}, ${kind}.\n\n`,
    parameterTable(params),
    answerOf(endpoint),
    codeTable(codes),
    also(guardGroups(endpoint).map((group) => [group, GUARD_CODES[group]])),
  ].join('')
}

export function selfServiceSection(action: PublicAction): string {
  const { name, summary, methods, params, codes } = action
  const output = SELF_SERVICE[name]
  return [
    `${summary}. ${methods.join(' or ')}.\n\n`,
    parameterTable(params),
    fieldTable('answer in `msg`', output),
    codeTable(codes),
    also(commonGroups(action).map((group) => [group, COMMON_CODES[group]])),
  ].join('')
}

function parameterTable(params: Endpoint['params']): string {
  return table(
    ['parameter', 'needed', 'meaning'],
    parametersOf(params).map(({ name, isNeeded, description }) => [
      `\`${name}\``,
      isNeeded ? 'yes' : '',
      description,
    ]),
  )
}

function fieldTable(head: string, output: Parameters<typeof fieldsOf>[0]): string {
  return table(
    [head, 'values', 'meaning'],
    fieldsOf(output).map(({ name, values, says }) => [`\`${name}\``, values, says]),
  )
}

function answerOf(endpoint: Endpoint): string {
  if (endpoint.envelope === 'raw') {
    const { contentType, says } = endpoint.output
    return `The answer is \`${contentType}\`: ${says}.\n\n`
  }
  const { output } = endpoint
  if (endpoint.envelope === 'mt5') {
    const refused = 'Refusals of the codes below have these fields too.\n\n'
    return fieldTable('answer beside `msg`', output) + (endpoint.refusesWithFields === true ? refused : '')
  }
  const text = textOf(output)
  const said =
    text === undefined ? '' : `\`msg\` ${isOnlyText(output) ? 'is' : 'may be'} a text: ${text}.\n\n`
  return fieldTable(isList(output) ? 'answer in `msg`, a list of' : 'answer in `msg`', output) + said
}

function isOnlyText(output: Parameters<typeof fieldsOf>[0]): boolean {
  return fieldsOf(output).length === 0
}

function codeTable(codes: Cases): string {
  return table(
    ['code', 'when'],
    codesOf([codes]).map(({ code, when }) => [String(code), when]),
  )
}

/** The codes that come before the endpoint's own checks, by their groups. */
function also(groups: readonly (readonly [keyof typeof GROUPS, Cases])[]): string {
  const lines = groups.map(([group, cases]) => {
    const numbers = codesOf([cases]).map(({ code }) => code)
    return `- [${GROUPS[group]}](#codes-of-${GROUPS[group].replace(' ', '-')}): ${numbers.join(', ')}\n`
  })
  return `And the codes of\n\n${lines.join('')}\n`
}

/** The table of a group's codes. */
export function groupTable(cases: Cases): string {
  return codeTable(cases)
}
