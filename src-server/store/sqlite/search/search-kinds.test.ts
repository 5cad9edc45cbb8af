import { getTableColumns } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ACCOUNT } from '../../../contract/subjects/account.ts'
import { CODE } from '../../../contract/subjects/code.ts'
import { DEVICE } from '../../../contract/subjects/device.ts'
import { accounts, codes, devices } from '../schema/index.ts'
import { SEARCH_KINDS } from './search-kinds.ts'

it.each([
  ['code', CODE.searched, getTableColumns(codes)],
  ['device', DEVICE.searched, getTableColumns(devices)],
  ['account', ACCOUNT.searched, getTableColumns(accounts)],
] as const)(
  'the search index of a %s holds the fields that its subject declares as searched',
  (kind, searched, columns) => {
    const named: Readonly<Record<string, { readonly name: string } | undefined>> = columns
    const declared = searched.map((member) => named[member]?.name)
    expect(declared.sort()).toEqual(Object.keys(SEARCH_KINDS[kind].texts).sort())
  },
)
