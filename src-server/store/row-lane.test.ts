import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCES = resolve(import.meta.dirname, '..')
const ASKS_FOR_THE_LANE = /\blane: [^,}\n]*'row'/g

/**
 * Every unit that may run at once with others, each with the reason. Such a unit decides by conditional updates and
 * unique indexes alone. It counts nothing before it inserts, reads nothing "up to an id", and writes no audit entry, no
 * line of the ledger, and no row whose id has to follow the order of commits.
 */
const MAY: Readonly<Record<string, readonly string[]>> = {
  'copies/stewardship.ts': ['the sign of life of the lease: an update at its epoch, which no desk may delay'],
  'services/applications/application-registry.ts': ['counted calls: an update adds them'],
  'services/applications/call-uses.ts': ['counted protections: an upsert adds them'],
  'services/channels/channel-sender.ts': ['the end of a delivery: an update of what this copy claimed'],
  'services/codes/code-logins.ts': [
    'a machine without a trading account: an update at the revision of the code, and at a second try the code is held',
  ],
  'services/messenger/claim-parcels.ts': ['claims: an update of messages that nobody claimed'],
  'services/messenger/mail-sender.ts': [
    'claims: an update of mails that nobody claimed',
    'the end of a delivery: an update of what this copy claimed',
  ],
  'services/messenger/messenger-sender.ts': ['the end of a delivery: an update of what this copy claimed'],
  'services/performance/report-links.ts': ['a counted view: an update adds it'],
  'services/platform/shared-jobs.ts': [
    'the progress of a job: an update while it runs',
    'the mark that ends a job: an update while it runs',
    'the sign of life of jobs: an update adds to a counter',
  ],
  'services/session/store-use.ts': ['the last use of a session or a token: an update of its row'],
  'services/signatures/signature-memory.ts': [
    'a used signature: the unique index decides which use is the first',
    'signatures that ended: deleted by their time alone',
  ],
  'telemetry/command-lifecycle.ts': [
    'a delivery: an update while the command is asked',
    'a confirmation: an update while the command is open',
    'a command without a report: an update while it is delivered',
  ],
}

function sourceFiles(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('store'),
  )
}

describe('the row lane', () => {
  it('has the users that are listed here, each with its reason', () => {
    const found = sourceFiles().flatMap((file) => {
      const uses = readFileSync(join(SOURCES, file), 'utf8').match(ASKS_FOR_THE_LANE) ?? []
      return uses.length === 0 ? [] : [[file.replaceAll('\\', '/'), uses.length] as const]
    })
    const listed = Object.entries(MAY).map(([file, reasons]) => [file, reasons.length])
    expect(found.sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(listed)
  })
})
