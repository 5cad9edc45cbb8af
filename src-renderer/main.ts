import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { usePreferences } from './kit/preferences/preferences.ts'
import { createConsoleRouter } from './app/router.ts'
import { i18n, showLocale } from './i18n/index.ts'
import './styles/index.css'

const app = createApp(App).use(createPinia()).use(i18n)
await showLocale(usePreferences().locale)
app.use(createConsoleRouter()).mount('#app')
