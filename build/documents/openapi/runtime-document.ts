import { PUBLIC_ACTIONS } from '../../../src-server/ajax/selfservice/index.ts'
import { ENDPOINTS } from '../../../src-server/runtime/endpoints/index.ts'
import { json, object, queryParameter, ref, SECONDS, TEXT } from './common.ts'
import type { Json } from './json-schema.ts'
import { runtimeBody, runtimePath, runtimeResponse } from './runtime-operations.ts'
import { REFUSAL, selfServicePath } from './self-service-operations.ts'

const DESCRIPTION = `What programs and customers' pages call: \`api.php\` and the public actions of \`ajax.php\`.

- Every answer of \`api.php\` is HTTP 200 with a JSON \`code\`; 200 is success. Other statuses are 413, 429 and 503.
- \`api.php\` and \`ajax.php\` answer in any folder. The paths here have the name of the operation as the folder,
  because OpenAPI tells operations apart by their paths. \`/api.php?api=…\` is the same call.
- The answers here are those of plain traffic (mi_type 0) and of the envelope \`msg\`. The envelope \`data\` moves a
  success into \`data\`. Encrypted traffic has all parameters in \`data\`, and answers in text.
- docs/integrators.md has signature, encryption, and examples.`

const T = { ...TEXT, description: 'the time of the call, Unix seconds' }
const SIGN = {
  ...TEXT,
  description:
    'md5 of every parameter but `sign`, `app`, `api`, `value` as `name=value&` in the order sent, and the appkey',
}
const VALUE = { ...TEXT, description: 'a random text that `check` of the answer covers' }

const POSTED = ENDPOINTS.filter(({ methods }) => methods.includes('POST'))

/** The OpenAPI document of api.php and of the public actions of ajax.php. */
export function runtimeDocument(version: string): Json {
  return {
    openapi: '3.1.1',
    info: { title: 'Pulsekey: interface for programs and customers', version, description: DESCRIPTION },
    servers: [
      {
        url: '{base}',
        variables: {
          base: { default: 'http://127.0.0.1:8787', description: 'the public address of the server' },
        },
      },
    ],
    security: [],
    tags: [
      { name: 'api.php', description: 'for programs' },
      { name: 'ajax.php', description: 'for customers, without a session' },
    ],
    paths: {
      ...Object.fromEntries(
        ENDPOINTS.flatMap((endpoint) =>
          [endpoint.name, ...(endpoint.aliases ?? [])].map((name) => [
            `/${name}/api.php`,
            runtimePath(endpoint, name),
          ]),
        ),
      ),
      ...Object.fromEntries(
        PUBLIC_ACTIONS.map((action) => [`/${action.name}/ajax.php`, selfServicePath(action)]),
      ),
    },
    components: {
      parameters: {
        App: queryParameter(
          'app',
          { type: 'integer' },
          { description: 'the number of the application', required: true },
        ),
        T: queryParameter('t', TEXT, { description: T.description }),
        Sign: queryParameter('sign', TEXT, { description: SIGN.description }),
        Value: queryParameter('value', TEXT, { description: VALUE.description }),
        Lang: queryParameter('lang', { enum: ['zh', 'en'] }, { description: 'the language of texts' }),
      },
      schemas: {
        ...Object.fromEntries(POSTED.map((endpoint) => [`${endpoint.name}_call`, runtimeBody(endpoint)])),
        T,
        Sign: SIGN,
        Value: VALUE,
        Check: {
          ...TEXT,
          pattern: '^[0-9a-f]{32}$',
          description: 'md5 of `time`, the appkey and `value`: the sender of the answer knows the appkey',
        },
        Failed: object({
          code: { type: 'integer' },
          msg: TEXT,
          time: SECONDS,
          check: ref('schemas', 'Check'),
        }),
        Refusal: REFUSAL,
      },
      responses: {
        ...Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint.name, runtimeResponse(endpoint)])),
        Failed: {
          description:
            'The body is too large (413), too many bodies are under way (429), or the server stops (503)',
          content: json(ref('schemas', 'Failed')),
        },
        Refused: {
          description: 'The body is too large (413) or packed (415)',
          content: json(ref('schemas', 'Refusal')),
        },
        TooMany: {
          description: 'Too often',
          headers: { 'Retry-After': { description: 'seconds to wait', schema: { type: 'integer' } } },
          content: json(ref('schemas', 'Refusal')),
        },
      },
    },
  }
}
