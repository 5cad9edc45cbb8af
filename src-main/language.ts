export type Language = 'en' | 'zh'

/** @param locale as `app.getLocale()` gives it, `zh-CN` */
export function languageOf(locale: string): Language {
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
