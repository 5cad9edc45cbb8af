import { z } from 'zod'
import { defineAction } from '../action.ts'
import { KIT_LINK_LIVES, KIT_TYPES, MAX_KIT_LINK_USES } from '../application-names.ts'
import { kitLinkRecord, kitRecord } from '../records/kit.ts'
import { referenceTo } from '../reference.ts'

const app = referenceTo('application')
const handsOutKeys = { roles: ['owner', 'developer'], permission: 'applications.keys' } as const

/** Clients that are filled in for an application, and links to them. */
export const KIT_CONTRACT = {
  /** The kits with the names of their files, and whether each speaks the application's encryption. */
  kit_list: defineAction({
    ...handsOutKeys,
    reads: true,
    input: z.strictObject({ app }),
    output: z.object({ rows: z.array(kitRecord) }),
  }),

  /**
   * A ready client in one language with the application's number, keys and address, as a zip in base64. 409 where the kit does
   * not speak the application's encryption.
   */
  kit_get: defineAction({
    ...handsOutKeys,
    reads: true,
    input: z.strictObject({ app, type: z.enum(KIT_TYPES) }),
    output: z.object({ name: z.string(), zip: z.base64() }),
  }),

  /** The links of an application, the newest first. */
  kit_link_list: defineAction({
    ...handsOutKeys,
    reads: true,
    input: z.strictObject({ app }),
    output: z.object({ rows: z.array(kitLinkRecord) }),
  }),

  /** A link by which anybody downloads the kit without signing in, so often and for so long. 409 where too many are open. */
  kit_link_create: defineAction({
    ...handsOutKeys,
    creates: true,
    input: z.strictObject({
      app,
      type: z.enum(KIT_TYPES),
      seconds: z.union(KIT_LINK_LIVES.map((life) => z.literal(life))),
      uses: z.int().min(1).max(MAX_KIT_LINK_USES),
    }),
    output: z.object({ link: kitLinkRecord, url: z.string() }),
  }),

  /** 404 for a link that isn't open. */
  kit_link_revoke: defineAction({
    ...handsOutKeys,
    input: z.strictObject({ id: referenceTo('kit_link') }),
    output: z.object({}),
  }),
}
