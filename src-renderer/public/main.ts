import { createApp } from 'vue'
import PublicPage from './PublicPage.vue'
import { messages } from './messages.ts'
import { loadSite } from './state/site.ts'
import './style.css'

/**
 * How long the page waits for its name, colour and language before it shows itself without them,
 * milliseconds.
 */
const PATIENCE_MS = 1500

await Promise.race([loadSite(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
createApp(PublicPage).use(messages).mount('#app')
