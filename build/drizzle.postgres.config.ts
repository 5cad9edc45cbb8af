import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src-server/store/postgres/schema',
  out: './drizzle/postgres',
})
