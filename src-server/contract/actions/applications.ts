import { z } from 'zod'
import { defineAction } from '../action.ts'
import { APP_KEYS, MAX_ANSWER_KEY_OVERLAP, MAX_KEY_OVERLAP, PRESETS } from '../application-names.ts'
import { LAST_SECOND, MAX_PAGE_SIZE } from '../limits.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { applicationChange, applicationRecord, applicationSettings, keyText } from '../records/application.ts'
import { API_STATES, apiStateRecord, capabilityRecord, RUNTIME_APIS } from '../records/capability.ts'
import { exampleCall } from '../records/example-call.ts'
import { fileFields, fileRecord } from '../records/file.ts'
import { inspectedCall } from '../records/inspected-call.ts'
import { protectionRecord } from '../records/protection.ts'
import { referenceTo } from '../reference.ts'
import { capabilityOf } from '../runtime-apis.ts'
import { APPLICATION, FILE } from '../subjects/platform.ts'
import { filterShape } from '../subjects/schemas.ts'

const app = referenceTo('application')
const id = referenceTo('file')
const manages = ['owner', 'developer'] as const

/** Both keys are empty for staff without `applications.keys`. */
const createdApplication = z.object({ app: z.int(), appkey: z.string(), rc4_key: z.string() })

/** An alias names its endpoint's capability. */
const api = z.enum(RUNTIME_APIS).transform(capabilityOf)
const priceText = z.string().trim().max(255)
/** A member that only the owner writes. It accepts any value, so that the refusal can name `app_capability_set`. */
const ownersOnly = z.unknown().optional()
const { kind, url, password, note, enabled } = fileFields.shape

export const APPLICATION_CONTRACT = {
  /** With `preset` it has the settings of a usual program of that kind. */
  app_create: defineAction({
    creates: true,
    roles: manages,
    permission: 'applications.edit',
    input: z.strictObject({ name: applicationSettings.shape.name, preset: z.enum(PRESETS).optional() }),
    output: createdApplication,
  }),

  /** A new application with the settings and the API grants of another, keys and secrets of its own. */
  app_copy: defineAction({
    creates: true,
    roles: manages,
    permission: 'applications.edit',
    input: z.strictObject({ app, name: applicationSettings.shape.name }),
    output: createdApplication,
  }),

  app_list: defineAction({
    roles: manages,
    permission: 'applications',
    reads: true,
    input: listInput(APPLICATION.sorts, filterShape(APPLICATION)),
    output: listOutput(applicationRecord),
  }),

  app_get: defineAction({
    roles: manages,
    permission: 'applications',
    reads: true,
    input: z.strictObject({ app }),
    output: applicationRecord,
  }),

  /** Deletes an application with its codes, user accounts, trading accounts and files. It can't be undone. */
  app_delete: defineAction({
    stepUp: true,
    roles: manages,
    permission: 'applications.edit',
    input: z.strictObject({ app }),
    output: z.object({}),
  }),

  /** Changes the members that the input names. */
  app_update: defineAction({
    roles: manages,
    permission: 'applications.edit',
    size: 'texts',
    input: applicationChange.extend({ app }),
    output: applicationRecord,
  }),

  /**
   * Replaces a key by `value`, or by a new one. The old key stays valid for `overlap` more seconds. A call that shows which
   * key it uses is answered under that key, any other call under the oldest valid key.
   */
  app_key_rotate: defineAction({
    stepUp: true,
    roles: manages,
    permission: 'applications.keys',
    input: z.strictObject({
      app,
      key: z.enum(APP_KEYS),
      overlap: z.int().min(0).max(MAX_KEY_OVERLAP),
      value: keyText.optional(),
    }),
    output: applicationRecord,
  }),

  /** Ends the overlap: the replaced key is no longer valid. */
  app_key_end_overlap: defineAction({
    stepUp: true,
    roles: manages,
    permission: 'applications.keys',
    input: z.strictObject({ app, key: z.enum(APP_KEYS) }),
    output: applicationRecord,
  }),

  /**
   * Makes a new key for the signature of answers. The present key signs too for `overlap` more seconds. 0 ends every
   * earlier key at once. A longer overlap is refused during a rotation.
   */
  app_answer_key_rotate: defineAction({
    stepUp: true,
    roles: manages,
    permission: 'applications.keys',
    input: z.strictObject({ app, overlap: z.int().min(0).max(MAX_ANSWER_KEY_OVERLAP) }),
    output: applicationRecord,
  }),

  /** Ends the rotation: the replaced key no longer signs. */
  app_answer_key_end_overlap: defineAction({
    stepUp: true,
    roles: manages,
    permission: 'applications.keys',
    input: z.strictObject({ app }),
    output: applicationRecord,
  }),

  /** Takes the rotation back: the replaced key is the present one again, and the new key is gone. */
  app_answer_key_take_back: defineAction({
    stepUp: true,
    roles: manages,
    permission: 'applications.keys',
    input: z.strictObject({ app }),
    output: applicationRecord,
  }),

  /** An example of a call and its answer under these settings, saved or not. Nothing is called. */
  app_example: defineAction({
    roles: manages,
    permission: 'applications.keys',
    reads: true,
    size: 'texts',
    input: z.strictObject({ app, api: z.enum(RUNTIME_APIS), change: applicationChange.default({}) }),
    output: exampleCall,
  }),

  /** Grades the protection of an application, and says which share of its calls uses what. */
  app_protection: defineAction({
    roles: manages,
    permission: 'applications',
    reads: true,
    input: z.strictObject({ app }),
    output: protectionRecord,
  }),

  /** Every capability of the application, in the specification's order, and which of the two fields the caller may write. */
  app_capability_list: defineAction({
    roles: ['owner', 'developer'],
    permission: 'applications',
    reads: true,
    input: z.strictObject({ app }),
    output: z.object({
      rows: z.array(capabilityRecord),
      may_grant: z.boolean(),
      may_switch: z.boolean(),
    }),
  }),

  /** Sets the owner's grant to an application, its end and its price. Members that the input doesn't name stay. */
  app_capability_set: defineAction({
    roles: ['owner'],
    permission: 'platform',
    input: z
      .strictObject({
        app,
        api,
        granted: z.boolean().optional(),
        expires: z.int().min(0).max(LAST_SECOND).nullable().optional(),
        /** Empty: the platform's price. */
        price_text: priceText.optional(),
      })
      .refine(
        ({ granted, expires, price_text }) => [granted, expires, price_text].some(isNamed),
        'granted, expires or price_text',
      ),
    output: capabilityRecord,
  }),

  /** Sets the switches of the application's developer. Members that the input doesn't name stay. */
  app_api_set: defineAction({
    roles: ['owner', 'developer'],
    permission: 'applications.edit',
    input: z
      .strictObject({
        app,
        api,
        on: z.boolean().optional(),
        sign: z.boolean().nullable().optional(),
        granted: ownersOnly,
        expires: ownersOnly,
        price_text: ownersOnly,
      })
      .refine(({ app: _, api: __, ...members }) => Object.values(members).some(isNamed), 'on or sign'),
    output: capabilityRecord,
  }),

  /** Every API of the platform with its state. */
  capability_list: defineAction({
    roles: ['owner'],
    permission: 'platform',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(apiStateRecord) }),
  }),

  /** Sets the state of one API for every application, or its price. Members that the input doesn't name stay. */
  capability_set: defineAction({
    roles: ['owner'],
    permission: 'platform',
    input: z.strictObject({
      api,
      state: z.enum(API_STATES).optional(),
      price_text: priceText.optional(),
    }),
    output: apiStateRecord,
  }),

  file_list: defineAction({
    roles: manages,
    permission: 'files',
    reads: true,
    input: listInput(FILE.sorts, filterShape(FILE)),
    output: listOutput(fileRecord),
  }),

  /** Resolves a shared link before it answers, in up to 10 s. A link that can't be resolved is saved with the reason. */
  file_create: defineAction({
    creates: true,
    roles: manages,
    permission: 'files',
    input: z.strictObject({
      app,
      kind: kind.default('direct'),
      url,
      password: password.default(''),
      note: note.default(''),
      enabled: enabled.default(true),
    }),
    output: fileRecord,
  }),

  /** Changes the members that the input names. Resolves a shared link that changed. */
  file_update: defineAction({
    roles: manages,
    permission: 'files',
    input: fileFields.partial().extend({ id }),
    output: fileRecord,
  }),

  file_delete: defineAction({
    roles: manages,
    permission: 'files',
    input: z.strictObject({ ids: z.array(id).min(1).max(MAX_PAGE_SIZE) }),
    output: bulkOutput,
  }),

  /** The last calls of an application, the newest first, as the server read them. Only memory keeps them. */
  inspector_list: defineAction({
    roles: ['owner', 'developer'],
    permission: 'traffic',
    reads: true,
    input: z.strictObject({
      app,
      limit: z.int().min(1).max(200).default(50),
      /** Only calls that a guard refused. */
      refused: z.boolean().default(false),
    }),
    output: z.object({ rows: z.array(inspectedCall) }),
  }),

  /** Says what the server would answer to a request, and does nothing. Takes a URL, a query, or a raw HTTP request. */
  inspector_explain: defineAction({
    roles: ['owner', 'developer'],
    permission: 'traffic',
    reads: true,
    input: z.strictObject({ app, request: z.string().min(1).max(80_000) }),
    output: inspectedCall,
  }),
}

function isNamed(member: unknown): boolean {
  return member !== undefined
}
