import type { PlatformSettings } from '../contract/records/settings.ts'

/** Languages that texts of the wire's table come in. */
export type AnswerLanguage = 'zh' | 'en'

/** `lang`, ours: everybody else is answered in the site's language. */
export function answerLanguage(lang: string, site: PlatformSettings['site']): AnswerLanguage {
  if (/^en\b/i.test(lang)) return 'en'
  if (/^zh\b/i.test(lang)) return 'zh'
  return site.language === 'en' ? 'en' : 'zh'
}
