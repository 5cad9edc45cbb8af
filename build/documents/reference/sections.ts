import { COMMON_CODES, commonGroups } from '../../../src-server/ajax/selfservice/common-codes.ts'
import type { PublicAction } from '../../../src-server/ajax/selfservice/public-action.ts'
import { SELF_SERVICE } from '../../../src-server/contract/self-service.ts'
import type { Endpoint } from '../../../src-server/runtime/endpoint.ts'
import { GUARD_CODES, guardGroups } from '../../../src-server/runtime/guard-codes.ts'
import { codesOf, type Cases } from '../openapi/common.ts'
import { parametersOf } from '../openapi/json-schema.ts'
import { fieldsOf, isList, textOf } from './fields.ts'
import { table } from './table.ts'
import { anchorOf, type Group, type Words } from './words.ts'

type Output = Parameters<typeof fieldsOf>[0]

/** The part of an endpoint's section that its declaration says, as Markdown. */
export function endpointSection(endpoint: Endpoint, words: Words): string {
  const { summary, methods, whitelisted, params, codes } = endpoint
  return [
    `${words.intro(words.says(summary), methods, whitelisted ? words.plain : words.signed)}\n\n`,
    parameterTable(params, words),
    answerOf(endpoint, words),
    codeTable(codes, words),
    also(
      guardGroups(endpoint).map((group) => [group, GUARD_CODES[group]]),
      words,
    ),
  ].join('')
}

export function selfServiceSection(action: PublicAction, words: Words): string {
  const { name, summary, methods, params, codes } = action
  return [
    `${words.intro(words.says(summary), methods, '')}\n\n`,
    parameterTable(params, words),
    fieldTable(words.places.msg, SELF_SERVICE[name], words),
    codeTable(codes, words),
    also(
      commonGroups(action).map((group) => [group, COMMON_CODES[group]]),
      words,
    ),
  ].join('')
}

function parameterTable(params: Endpoint['params'], words: Words): string {
  return table(
    words.parameter,
    parametersOf(params).map(({ name, isNeeded, description }) => [
      `\`${name}\``,
      isNeeded ? words.yes : '',
      words.says(description),
    ]),
  )
}

function fieldTable(place: string, output: Output, words: Words): string {
  return table(
    words.field(place),
    fieldsOf(output).map(({ name, values, types, says }) => [
      `\`${name}\``,
      values.length > 0 ? values.join(', ') : types.map((type) => words.types[type]).join(words.or),
      words.says(says),
    ]),
  )
}

function answerOf(endpoint: Endpoint, words: Words): string {
  if (endpoint.envelope === 'raw') {
    const { contentType, says } = endpoint.output
    return `${words.download(contentType, words.says(says))}\n\n`
  }
  const { output } = endpoint
  if (endpoint.envelope === 'mt5') {
    const refused = endpoint.refusesWithFields === true ? `${words.refusesWithFields}\n\n` : ''
    return fieldTable(words.places.beside, output, words) + refused
  }
  const text = textOf(output)
  const isOnly = fieldsOf(output).length === 0
  const said = text === undefined ? '' : `${words.text(isOnly, words.says(text))}\n\n`
  return fieldTable(isList(output) ? words.places.list : words.places.msg, output, words) + said
}

/** The table of codes with their cases. */
export function codeTable(codes: Cases, words: Words): string {
  return table(
    words.code,
    codesOf([codes]).map(({ code, when }) => [String(code), words.says(when)]),
  )
}

/** The codes that come before the endpoint's own checks, by their groups. */
function also(groups: readonly (readonly [Group, Cases])[], words: Words): string {
  const lines = groups.map(([group, cases]) => {
    const { name, heading } = words.groups[group]
    const numbers = codesOf([cases]).map(({ code }) => code)
    return `- [${name}](${anchorOf(heading)})${words.colon}${numbers.join(words.comma)}\n`
  })
  return `${words.also}\n\n${lines.join('')}\n`
}
