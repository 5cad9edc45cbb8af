export type Language = 'en' | 'zh'

/** @param locale as `app.getLocale()` returns it, such as `zh-CN` */
export function languageOf(locale: string): Language {
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
