import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: './src-server/store/sqlite/telemetry/schema.ts',
  out: './drizzle/telemetry',
})
