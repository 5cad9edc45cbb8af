import { expect } from 'vitest'
import { CODE } from '../../../src-server/contract/error-codes.ts'
import type { Endpoint } from '../../../src-server/runtime/endpoint.ts'
import { GUARD_CODES, guardGroups } from '../../../src-server/runtime/guard-codes.ts'
import { endpointsByName } from '../../../src-server/runtime/pipeline.ts'

const ENDPOINTS = endpointsByName()

/** The codes that a declaration names, sorted. */
export function numbersOf(cases: Readonly<Partial<Record<keyof typeof CODE, string>>>): number[] {
  return (Object.keys(cases) as (keyof typeof CODE)[]).map((name) => CODE[name]).sort((a, b) => a - b)
}

/** The codes of the guards before an endpoint. */
export function guardNumbers(endpoint: Endpoint): number[] {
  return guardGroups(endpoint).flatMap((group) => numbersOf(GUARD_CODES[group]))
}

/** A real answer has a code that the endpoint declares, and a success has exactly the declared members. */
export function checkDeclared(api: string, code: number, payload: unknown): void {
  const endpoint = ENDPOINTS.get(api)
  if (endpoint === undefined) return
  const own = numbersOf(endpoint.codes)
  expect([...own, ...guardNumbers(endpoint)], `${api} declares its codes`).toContain(code)
  if (endpoint.envelope === 'raw') return
  if (code === CODE.success)
    expect(endpoint.output.parse(payload), `${api} declares its answer`).toEqual(payload)
  else if (endpoint.envelope === 'mt5') checkRefusal(endpoint, payload)
  else expect(payload, `${api} refuses in words`).toBeTypeOf('string')
}

/** An MT5 refusal has all fields or none. */
function checkRefusal(
  { name, output, refusesWithFields }: Extract<Endpoint, { envelope: 'mt5' }>,
  payload: unknown,
): void {
  const fields = payload as Readonly<Record<string, unknown>>
  if (Object.keys(fields).length === 0) return
  expect(refusesWithFields, `${name} declares that its refusals have fields`).toBe(true)
  expect(output.parse(fields)).toEqual(fields)
}
