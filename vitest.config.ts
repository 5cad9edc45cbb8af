import vue from '@vitejs/plugin-vue'
import { statfsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { IS_PAIR } from './tests/support/pair/deal.ts'
import { LEFT_OUT_FILES } from './tests/support/pair/exceptions.ts'
import { SQLITE_FILES } from './tests/support/postgres/exceptions.ts'
import { IS_POSTGRES } from './tests/support/postgres/mode.ts'

const node = { environment: 'node' as const, restoreMocks: true }
/** A thread that starts from its sources strips the types of each once and for all: else that is a third of what a server's start costs. */
const strippedOnce = { NODE_COMPILE_CACHE: `${import.meta.dirname}/.cache/node` }

/** Where Linux keeps files in memory, and how much of it must be free, bytes. */
const MEMORY = '/dev/shm'
const ROOM = 2 * 1024 ** 3

/** Folders of tests that prove nothing about a disk: in memory, if there is room, where nobody waits for one. */
function inMemory(): { readonly TMPDIR?: string } {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize < ROOM ? {} : { TMPDIR: MEMORY }
  } catch {
    return {}
  }
}

/**
 * Tests that run from the sources. Node strips the types itself: nothing there needs Vite's transformations, which cost
 * more than most tests.
 */
const fromSources = {
  ...node,
  experimental: { viteModuleRunner: false },
  env: { ...strippedOnce, ...inMemory() },
}

const SEED = `${import.meta.dirname}/tests/support/seed.ts`
const POSTGRES = `${import.meta.dirname}/tests/support/postgres/global-setup.ts`
const LEAVE_OUT = `${import.meta.dirname}/tests/support/leave-out.ts`
const LEFT_OUT = { ...(IS_PAIR ? LEFT_OUT_FILES : {}), ...(IS_POSTGRES ? SQLITE_FILES : {}) }

/** Each call of two copies on PostgreSQL waits until both have asked the database what is new, before and after. */
const SLOWER = IS_PAIR && IS_POSTGRES ? 4 : 1

/** Tests of the stores that fill large tables, compare long random streams, or wait for time-outs. `npm run test:scale` runs them. */
const LONG = [
  'tests/contract/list-plans.test.ts',
  'tests/contract/copies-ear.test.ts',
  'tests/contract/moving/refusals.test.ts',
  'tests/contract/telemetry/{equal,held-pulses}.test.ts',
  'tests/contract/postgres/{cuts,delays,outages,restarts}.test.ts',
]

export default defineConfig({
  plugins: [vue()],
  test: {
    // As `soon` in the browser tests: what is waited for comes at once, or on a busy machine a little later.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'unit',
          isolate: false,
          setupFiles: [SEED],
          testTimeout: 20_000,
          include: [
            'src-*/**/*.test.ts',
            'build/**/*.test.ts',
            'tests/simulator/**/*.test.ts',
            'tests/bench/**/*.test.ts',
            'tests/faults/hostile/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          ...fromSources,
          name: 'scenario',
          setupFiles: [SEED, LEAVE_OUT],
          globalSetup: IS_POSTGRES ? [POSTGRES] : [],
          // Each file starts servers of its own and shares nothing but their code, which takes longer to load than most tests.
          isolate: false,
          testTimeout: 30_000 * SLOWER,
          hookTimeout: 60_000 * SLOWER,
          include: ['tests/{integration,conformance,clients,fuzz}/**/*.test.ts'],
          exclude: Object.keys(LEFT_OUT).map((file) => `tests/${file}`),
        },
      },
      {
        extends: true,
        test: {
          ...fromSources,
          name: 'contract',
          setupFiles: [SEED],
          globalSetup: [POSTGRES],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          include: ['tests/contract/**/*.test.ts'],
          exclude: LONG,
        },
      },
      {
        extends: true,
        test: {
          ...fromSources,
          name: 'scale',
          setupFiles: [SEED],
          globalSetup: [POSTGRES],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          include: ['tests/scale/**/*.test.ts', ...LONG],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'shell',
          include: ['tests/shell/**/*.test.ts'],
          testTimeout: 150_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'e2e',
          env: strippedOnce,
          // One browser, and one load of the servers' code, for all files.
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'faults',
          env: strippedOnce,
          experimental: { viteModuleRunner: false },
          include: ['tests/faults/*.test.ts'],
          testTimeout: 400_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
