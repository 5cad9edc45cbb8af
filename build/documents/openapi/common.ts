import { CODE } from '../../../src-server/contract/error-codes.ts'
import type { DescribedParameter, Json } from './json-schema.ts'

export type Cases = Readonly<Partial<Record<keyof typeof CODE, string>>>
type CodeName = keyof typeof CODE

/** A code, and the cases in which it comes. */
export interface CodeCases {
  readonly code: number
  readonly when: string
}

/** The codes of several declarations with their cases, sorted by number. */
export function codesOf(groups: readonly Cases[]): readonly CodeCases[] {
  const when = new Map<number, string[]>()
  for (const group of groups)
    for (const [name, said] of Object.entries(group)) {
      const code = CODE[name as CodeName]
      when.set(code, [...(when.get(code) ?? []), said])
    }
  return [...when]
    .map(([code, cases]) => ({ code, when: cases.join('; or ') }))
    .sort((one, other) => one.code - other.code)
}

/** Markdown for the description of an operation. */
export function describeCodes(codes: readonly CodeCases[]): string {
  return codes.map(({ code, when }) => `- \`${code}\`: ${when}`).join('\n')
}

export function ref(kind: 'schemas' | 'parameters' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

export function queryParameter(
  name: string,
  schema: Json,
  more: { readonly description?: string; readonly required?: boolean } = {},
): Json {
  return { name, in: 'query', ...more, schema }
}

/** One JSON body, or several by their media types. */
export function json(schema: Json): Json {
  return { 'application/json': { schema } }
}

/** The name of an operation. An action under two methods has its own name with POST. */
export function operationId(name: string, methods: readonly string[], method: string): string {
  return methods.length === 2 && method === 'GET' ? `${name}_get` : name
}

/** The parameters of a call as the members of its body. @param shared what all bodies of the interface have */
export function bodyOf(parameters: readonly DescribedParameter[], shared: Json = {}): Json {
  const named = parameters.map(({ name, description, schema }) => [name, { ...schema, description }])
  return object({ ...(Object.fromEntries(named) as Json), ...shared }, neededOf(parameters))
}

export function neededOf(parameters: readonly DescribedParameter[]): string[] {
  return parameters.filter(({ isNeeded }) => isNeeded).map(({ name }) => name)
}

/** A body that a call takes as a form or as JSON. */
export function formBody(schema: Json, isNeeded: boolean): Json {
  return {
    ...(isNeeded && { required: true }),
    content: { 'application/x-www-form-urlencoded': { schema }, ...json(schema) },
  }
}

export function object(properties: Json, required: readonly string[] = Object.keys(properties)): Json {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

export const TEXT = { type: 'string' }
export const SECONDS = { type: 'integer', description: 'Unix seconds' }
