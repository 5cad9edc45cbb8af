import type { MarkKind } from '../../search/groups.ts'

/** A table with a search index over its texts (drizzle/main/0004_list_indexes.sql). */
export interface SearchKind {
  readonly table: string
  /** The index's columns, and the SQL of their content. */
  readonly texts: Readonly<Record<string, string>>
  readonly marks: Readonly<Partial<Record<MarkKind, string>>>
}

/** The trading account of a code with one seat, or those of a code with several. */
const ACCOUNTS_OF_CODE =
  'CASE WHEN seats > 1 THEN (SELECT group_concat(s.account_key, char(10)) FROM code_seats s WHERE s.code_id = codes.id) ' +
  'ELSE account_key END'

export const SEARCH_KINDS = {
  code: {
    table: 'codes',
    texts: {
      kami: 'kami',
      note: 'note',
      markcode: 'markcode',
      account_key: ACCOUNTS_OF_CODE,
      tags: 'tags',
      fields: 'fields',
    },
    marks: { app: 'app_id', agent: 'agent_id' },
  },
  device: {
    table: 'devices',
    texts: {
      account_key: 'account_key',
      label: 'label',
      license: 'license',
      note: 'note',
      tags: 'tags',
      fields: 'fields',
    },
    marks: { app: 'app_id', agent: 'agent_id' },
  },
  account: {
    table: 'accounts',
    texts: { user: 'user', qq: 'qq', name: 'name' },
    marks: { app: 'app_id' },
  },
  audit: {
    table: 'audit',
    texts: { label: 'subject_label', person_name: 'person_name', change: 'after' },
    marks: { owner: 'owner_id', person: 'person_id' },
  },
} satisfies Record<string, SearchKind>

export type SearchName = keyof typeof SEARCH_KINDS
