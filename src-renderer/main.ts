import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { usePreferences } from './kit/preferences/preferences.ts'
import { createConsoleRouter } from './app/router.ts'
import { host } from './host/host.ts'
import { i18n, showLocale } from './i18n/index.ts'
import { allowSound, watchForSound } from './ui/play-tone.ts'
import './styles/index.css'

// The desktop's windows may always play.
if (host.kind === 'desktop') allowSound()
else watchForSound()
const app = createApp(App).use(createPinia()).use(i18n)
await showLocale(usePreferences().locale)
app.use(createConsoleRouter()).mount('#app')
