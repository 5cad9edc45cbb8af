import { COMMON_CODES, commonGroups } from '../../../src-server/ajax/selfservice/common-codes.ts'
import type { PublicAction } from '../../../src-server/ajax/selfservice/public-action.ts'
import { CODE } from '../../../src-server/contract/error-codes.ts'
import { IMAGE_TYPES } from '../../../src-server/contract/platform-names.ts'
import { FIELD_PROBLEMS, SELF_SERVICE } from '../../../src-server/contract/self-service.ts'
import {
  bodyOf,
  codesOf,
  describeCodes,
  type CodeCases,
  formBody,
  json,
  neededOf,
  object,
  operationId,
  queryParameter,
  ref,
  SECONDS,
  TEXT,
} from './common.ts'
import { jsonSchema, parametersOf, type Json } from './json-schema.ts'

/** The operations of a public action. As ajax.php answers them in any folder, the folder has the action's name. */
export function selfServicePath(action: PublicAction): Json {
  const { name, summary, methods } = action
  const codes = codesOf([action.codes, ...commonGroups(action).map((group) => COMMON_CODES[group])])
  const act = queryParameter('act', { const: name }, { required: true })
  const parameters = parametersOf(action.params)
  const operations = methods.map((method): [string, Json] => {
    const isUpload = action.upload !== undefined
    const inUrl = method === 'GET' || isUpload ? parameters : []
    const given = inUrl.map(({ name, description, schema }) => queryParameter(name, schema, { description }))
    const operation = {
      operationId: operationId(name, methods, method),
      tags: ['ajax.php'],
      summary,
      description: `Codes:\n\n${describeCodes(codes)}`,
      parameters: [...given, ref('parameters', 'Lang')],
      ...(method === 'POST' && {
        requestBody: isUpload ? picture(true) : formBody(bodyOf(parameters), neededOf(parameters).length > 0),
      }),
      responses: {
        '200': isUpload && method === 'GET' ? picture(false) : answer(action, codes),
        '413': ref('responses', 'Refused'),
        '415': ref('responses', 'Refused'),
        '429': ref('responses', 'TooMany'),
      },
    }
    return [method.toLowerCase(), operation]
  })
  return { 'x-codes': codes, parameters: [act], ...Object.fromEntries(operations) }
}

function picture(isUpload: boolean): Json {
  const content = Object.fromEntries(IMAGE_TYPES.map((type) => [type, {}])) as Json
  return isUpload
    ? { required: true, content }
    : {
        description: 'The picture, or a refusal',
        content: { ...content, ...json(ref('schemas', 'Refusal')) },
      }
}

function answer({ name }: PublicAction, codes: readonly CodeCases[]): Json {
  const success = object({
    code: { const: CODE.success },
    msg: jsonSchema(SELF_SERVICE[name], 'output'),
    time: SECONDS,
  })
  const refused = codes.map(({ code }) => code).filter((code) => code !== CODE.success)
  const refusal = { allOf: [ref('schemas', 'Refusal'), { properties: { code: { enum: refused } } }] }
  return { description: 'The answer, or a refusal', content: json({ oneOf: [success, refusal] }) }
}

/** A refusal of a public action. */
export const REFUSAL = object(
  {
    code: { type: 'integer' },
    msg: TEXT,
    time: SECONDS,
    fields: {
      type: 'object',
      description: 'with 401: the problem of each parameter',
      additionalProperties: { enum: FIELD_PROBLEMS },
    },
    products: {
      type: 'array',
      description: 'with 132: the applications to choose from',
      items: object({ product: { type: 'integer' }, name: TEXT }),
    },
  },
  ['code', 'msg', 'time'],
)
