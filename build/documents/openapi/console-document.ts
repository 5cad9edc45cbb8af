import type { z } from 'zod'
import { DECLARED_ACTIONS, type DeclaredAction } from '../../../src-server/contract/actions/index.ts'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { INPUT_SIZES } from '../../../src-server/contract/input-sizes.ts'
import { isForPrograms } from '../../../src-server/domain/access/api-token.ts'
import { json, object, ref, SECONDS, TEXT } from './common.ts'
import { jsonSchemas, type Json } from './json-schema.ts'
import { readActionTable } from './read-action-table.ts'
import { sharedRecords } from './shared-records.ts'

const DESCRIPTION = `What the console calls. A program of your own may do the same (docs/console-api.md).

- Sign in with \`login\`: it sets the session cookie and answers the CSRF token, which every other action wants in
  \`X-CSRF-Token\`. Under HTTPS the cookie's name is \`__Host-sid\`.
- A program has an API token in \`Authorization: Bearer\`, for the actions that list it, and needs neither of both.
- HTTP is 200 also for refusals; \`code\` says which. Only 413 and 415 are statuses too.
- The query is part of each path here, because OpenAPI tells operations apart by their paths.`

/** The OpenAPI document of the console's actions. `table` is docs/console-api.md, which has a line for each. */
export async function consoleDocument(version: string, table: string): Promise<Json> {
  const lines = readActionTable(table)
  const inputs = named('input', new Map())
  const outputs = named('output', await sharedRecords())
  const actions = DECLARED_ACTIONS.map((action) => {
    const { does = '', area = '' } = lines.get(action.name) ?? {}
    return [
      `/ajax.php?act=${action.name}`,
      { post: operation(action, { does, area, input: inputs.of(action), output: outputs.of(action) }) },
    ] as const
  })
  return {
    openapi: '3.1.1',
    info: { title: 'Pulsekey: interface of the console', version, description: DESCRIPTION },
    servers: [
      {
        url: '{base}',
        variables: { base: { default: 'http://127.0.0.1:8788', description: 'the address of the console' } },
      },
    ],
    security: [{ session: [], csrf: [] }],
    tags: [...new Set([...lines.values()].map(({ area }) => area))].map((name) => ({ name })),
    paths: { ...Object.fromEntries(actions), '/ajax.php?act=live': { get: LIVE } },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
        token: { type: 'http', scheme: 'bearer', description: 'an API token of a person, for programs' },
      },
      schemas: { ...Object.fromEntries([...inputs.schemas, ...outputs.schemas]), Refusal: REFUSAL },
      responses: {
        Refused: {
          description: 'The input is too large (413) or packed (415)',
          content: json(ref('schemas', 'Refusal')),
        },
      },
    },
  }
}

/** The components of one side of all actions. A schema that several of them share has one name. */
function named(side: 'input' | 'output', records: ReadonlyMap<string, z.ZodType>) {
  const names = new Map<z.ZodType, string>([...records].map(([name, schema]) => [schema, name]))
  for (const { name, [side]: schema } of DECLARED_ACTIONS)
    if (!names.has(schema)) names.set(schema, `${name}_${side}`)
  return {
    of: (action: DeclaredAction) => ref('schemas', names.get(action[side]) ?? ''),
    schemas: withoutUnused(jsonSchemas(names, side), records),
  }
}

/** Without the records that no action answers with. */
function withoutUnused(
  schemas: ReadonlyMap<string, Json>,
  records: ReadonlyMap<string, z.ZodType>,
): ReadonlyMap<string, Json> {
  const answered = new Set(DECLARED_ACTIONS.map(({ output }) => output))
  const text = JSON.stringify([...schemas.values()])
  const used = [...schemas].filter(([name]) => {
    const record = records.get(name)
    return record === undefined || answered.has(record) || text.includes(`"#/components/schemas/${name}"`)
  })
  return used.length === schemas.size ? schemas : withoutUnused(new Map(used), records)
}

interface Said {
  readonly does: string
  readonly area: string
  readonly input: Json
  readonly output: Json
}

function operation(action: DeclaredAction, { does, area, input, output }: Said): Json {
  const { name, roles, permission = [], reads, creates, stepUp, size } = action
  const permissions = [permission].flat().filter((one) => one !== 'self')
  const limit = INPUT_SIZES[roles === 'public' ? 'small' : (size ?? 'usual')]
  const success = object({ code: { const: CONSOLE.ok }, msg: output, time: SECONDS })
  return {
    operationId: name,
    tags: [area],
    summary: does,
    security: securityOf(action),
    'x-roles': roles === 'public' ? [] : roles,
    ...(permissions.length > 0 && { 'x-permissions': permissions }),
    'x-reads': reads === true,
    ...(creates === true && { 'x-creates': true }),
    ...(stepUp === true && { 'x-step-up': 'always' }),
    ...('stepUpFor' in action && { 'x-step-up': 'for some inputs' }),
    'x-max-bytes': limit.bytes,
    requestBody: { required: true, content: json(input) },
    responses: {
      '200': {
        description: 'The answer, or a refusal',
        content: json({ oneOf: [success, ref('schemas', 'Refusal')] }),
      },
      '413': ref('responses', 'Refused'),
      '415': ref('responses', 'Refused'),
    },
  }
}

/** The ways to sign a call: a session with its CSRF token, or an API token where the action is for programs. */
function securityOf(action: DeclaredAction): Json[] {
  if (action.roles === 'public') return []
  const session = action.csrf === false ? { session: [] } : { session: [], csrf: [] }
  return isForPrograms(action) ? [session, { token: [] }] : [session]
}

const REFUSAL = object(
  {
    code: { type: 'integer', not: { const: CONSOLE.ok } },
    msg: TEXT,
    time: SECONDS,
    fields: { type: 'object', description: 'a reason for each member', additionalProperties: TEXT },
  },
  ['code', 'msg', 'time'],
)

const LIVE = {
  operationId: 'live',
  tags: ['Trading accounts'],
  summary: 'the stream of events (docs/console-api.md 10)',
  security: [{ session: [] }],
  responses: {
    '200': { description: 'Server-sent events', content: { 'text/event-stream': { schema: TEXT } } },
  },
}
