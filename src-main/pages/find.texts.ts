import type { Language } from '../language.ts'

export const FIND_TEXTS = {
  en: {
    text: 'Find in page',
    none: 'No matches',
    of: (at: number, matches: number) => `${at} of ${matches}`,
    previous: 'Previous match',
    next: 'Next match',
    close: 'Close',
  },
  zh: {
    text: '在页面中查找',
    none: '没有结果',
    of: (at: number, matches: number) => `${at} / ${matches}`,
    previous: '上一个',
    next: '下一个',
    close: '关闭',
  },
} satisfies Record<Language, object>
