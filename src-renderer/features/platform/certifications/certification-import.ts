import { readDisabled, type ImportColumn } from '../../../kit/transfer/import-column.ts'

/** The columns of a file with certifications. @param labelOf the label of a field */
export function certificationColumns(labelOf: (name: string) => string): ImportColumn[] {
  const column = (key: string, names: readonly string[], more: Partial<ImportColumn> = {}) => ({
    key,
    label: labelOf(key),
    names,
    ...more,
  })
  return [
    column('product', ['proid', '产品', '产品id'], { required: true }),
    column('url', ['host', 'domain', '域名', '网址'], { required: true }),
    column('holder', ['持有人', '授权给']),
    // An empty one never ends; so does a word for it.
    column('expires_at', ['expires', 'ends', '到期时间'], {
      date: { lasts: true, none: null, forever: null },
    }),
    column('disabled', ['停用', '禁用'], { read: readDisabled }),
    column('note', ['备注']),
  ]
}
