import type { z } from 'zod'
import { CODE } from '../../../src-server/contract/error-codes.ts'
import type { Endpoint } from '../../../src-server/runtime/endpoint.ts'
import { GUARD_CODES, guardGroups } from '../../../src-server/runtime/guard-codes.ts'
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

const CHECK = ref('schemas', 'Check')

/**
 * The operations of an endpoint under one of its names. OpenAPI tells operations apart by their path, and
 * api.php by a parameter: as api.php answers in any folder, the folder here has the endpoint's name.
 */
export function runtimePath(endpoint: Endpoint, name: string): Json {
  const codes = codesOfEndpoint(endpoint)
  const api = queryParameter('api', { const: name }, { required: true })
  const responses = {
    '200': ref('responses', endpoint.name),
    '413': ref('responses', 'Failed'),
    '429': ref('responses', 'Failed'),
    '503': ref('responses', 'Failed'),
  }
  const operations = endpoint.methods.map((method): [string, Json] => [
    method.toLowerCase(),
    {
      operationId: operationId(name, endpoint.methods, method),
      tags: ['api.php'],
      summary: endpoint.summary,
      description: describe(endpoint, name, codes),
      ...(method === 'GET' ? { parameters: inQuery(endpoint) } : { requestBody: inBody(endpoint) }),
      responses,
    },
  ])
  return { 'x-codes': codes, parameters: [api, ref('parameters', 'App')], ...Object.fromEntries(operations) }
}

function describe(endpoint: Endpoint, name: string, codes: readonly CodeCases[]): string {
  const alias = name === endpoint.name ? '' : `Another name of \`${endpoint.name}\`. `
  const guarded = endpoint.whitelisted
    ? 'Takes plain parameters without a signature.'
    : 'Needs `t` and `sign`, unless the application has them off. Where its traffic is encrypted, all parameters are in `data`.'
  return `${alias}${guarded}\n\nCodes:\n\n${describeCodes(codes)}`
}

function inQuery(endpoint: Endpoint): Json[] {
  const own = parametersOf(endpoint.params).map(({ name, description, isNeeded, schema }) =>
    queryParameter(name, schema, { description, ...(isNeeded && { required: true }) }),
  )
  return [...own, ...commonOf(endpoint).map((name) => ref('parameters', name))]
}

function inBody({ name, params }: Endpoint): Json {
  return formBody(ref('schemas', `${name}_call`), neededOf(parametersOf(params)).length > 0)
}

function commonOf({ whitelisted }: Endpoint): readonly string[] {
  return whitelisted ? ['Value'] : ['T', 'Sign', 'Value']
}

/** The body of a POST to an endpoint: a form, or a flat JSON object. */
export function runtimeBody(endpoint: Endpoint): Json {
  const shared = commonOf(endpoint).map((name) => [name.toLowerCase(), ref('schemas', name)])
  return bodyOf(parametersOf(endpoint.params), Object.fromEntries(shared) as Json)
}

function codesOfEndpoint(endpoint: Endpoint): readonly CodeCases[] {
  return codesOf([endpoint.codes, ...guardGroups(endpoint).map((group) => GUARD_CODES[group])])
}

/** The answers of an endpoint under HTTP 200. */
export function runtimeResponse(endpoint: Endpoint): Json {
  const refused = codesOfEndpoint(endpoint).flatMap(({ code }) => (code === CODE.success ? [] : [code]))
  switch (endpoint.envelope) {
    case 'standard': {
      const schema = { oneOf: [success(endpoint.output), refusal(refused)] }
      const sealed = { schema: { ...TEXT, description: 'the same JSON, where the traffic is encrypted' } }
      return { description: 'The answer, or a refusal', content: { ...json(schema), 'text/plain': sealed } }
    }
    case 'mt5': {
      const schema = { oneOf: [mt5Success(endpoint.output), mt5Refusal(endpoint, refused)] }
      return { description: 'The answer, or a refusal', content: json(schema) }
    }
    case 'raw': {
      const { contentType, says } = endpoint.output
      const media = contentType.replace(/;.*/, '')
      const content = { [media]: { schema: { ...TEXT, description: says } }, ...json(refusal(refused)) }
      return { description: `${says}; or a refusal`, content }
    }
  }
}

function success(output: z.ZodType): Json {
  return object({
    code: { const: CODE.success },
    msg: jsonSchema(output, 'output'),
    time: SECONDS,
    check: CHECK,
  })
}

function refusal(codes: readonly number[]): Json {
  return object({ code: { enum: codes }, msg: TEXT, time: SECONDS, check: CHECK })
}

function mt5Success(output: z.ZodType): Json {
  const head = object({ code: { const: CODE.success }, time: SECONDS, check: CHECK, msg: TEXT })
  return { allOf: [head, jsonSchema(output, 'output')] }
}

function mt5Refusal(
  { output, refusesWithFields }: Extract<Endpoint, { envelope: 'mt5' }>,
  codes: readonly number[],
): Json {
  const head = { code: { enum: codes }, time: SECONDS, check: CHECK, msg: TEXT }
  const fields = refusesWithFields === true ? (jsonSchema(output, 'output')['properties'] as Json) : {}
  return object({ ...head, ...fields }, Object.keys(head))
}
