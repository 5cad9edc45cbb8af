/** The effects of the review page's keys, for the list of shortcuts. */
export const REQUEST_KEYS = {
  next: ['j', '↓'],
  previous: ['k', '↑'],
  approve: ['a'],
  reject: ['r'],
  template: ['1', '…', '9'],
  note: ['n'],
  open: ['o'],
  search: ['/'],
  back: ['Esc'],
  keys: ['?'],
} as const
