import { mkdirSync, rmSync } from 'node:fs'
import { layEmptyData } from './support/empty-data.ts'
import { layMany } from './support/moving/lay-many.ts'
const [folder = '', codes, accounts, minutes, audit] = process.argv.slice(2)
rmSync(folder, { recursive: true, force: true }); mkdirSync(folder, { recursive: true })
const m = '/work/w-p1/drizzle'
await layEmptyData(folder, m)
console.time('lay')
await layMany(folder, m, { codes: +codes!, accounts: +accounts!, minutes: +minutes!, auditRows: +audit! })
console.timeEnd('lay')
