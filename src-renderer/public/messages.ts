import { createI18n } from 'vue-i18n'
import en from '../i18n/en/public.json'
import zh from '../i18n/zh-CN/public.json'

/** The page's own texts in both languages: few enough to load at once, and none of the console's. */
export const messages = createI18n({
  legacy: false,
  locale: 'zh-CN',
  fallbackLocale: 'en',
  messages: { en: { public: en }, 'zh-CN': { public: zh } },
})
