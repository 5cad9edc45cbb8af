import { createI18n } from 'vue-i18n'
import en from '../i18n/en/public.json'
import enReport from '../i18n/en/report.json'
import zh from '../i18n/zh-CN/public.json'
import zhReport from '../i18n/zh-CN/report.json'

/** The page's own texts in both languages: few enough to load at once, and none of the console's. */
export const messages = createI18n({
  legacy: false,
  locale: 'zh-CN',
  fallbackLocale: 'en',
  messages: { en: { public: en, report: enReport }, 'zh-CN': { public: zh, report: zhReport } },
})
