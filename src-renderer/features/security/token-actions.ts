/** The actions of a shop: it makes codes, looks them up and takes them back. */
export const SHOP: readonly string[] = [
  'app_list',
  'code_delete',
  'code_generate',
  'code_get',
  'code_list',
  'sale_list',
  'sale_refund',
  'sale_take',
]

/** Actions by the subject that begins their names, in the order of the names. */
export function groupActions(actions: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(actions.toSorted(), (action) => action.split('_', 1)[0] ?? '')
}
