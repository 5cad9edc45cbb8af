/// <reference types="vite/client" />

// ESLint's type checker reads no .vue files; vue-tsc resolves the real component instead of this.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent
  export default component
}
