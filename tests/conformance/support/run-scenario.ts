import { vi } from 'vitest'
import { checkAfter } from './check-after.ts'
import { checkAnswer } from './check-answer.ts'
import type { Deployment } from './deployment.ts'
import { writeMarks, type MarkValues } from './marks.ts'
import { clear, prepare } from './prepare.ts'
import type { Scenario, Step } from './scenario.ts'
import { sendRaw } from './send-raw.ts'

/** The time between two scenarios, so that the limits of one address don't add up. */
const PAUSE_SECONDS = 120
const PATIENCE = { timeout: 20_000, interval: 50 }

/** Why a scenario can't run against a server elsewhere, or undefined. */
export function whyNotElsewhere({ steps, messenger }: Scenario): string | undefined {
  if (messenger === true) return 'needs a messenger that listens to us'
  return steps.some(({ at }) => at !== undefined) ? 'needs time to pass' : undefined
}

/**
 * Whether it changes nothing that others see: neither the clock, nor an API's state, nor an address's
 * allowance.
 */
export function isOnItsOwn({ steps, given, alone }: Scenario): boolean {
  return alone !== true && given?.states === undefined && steps.every(({ at }) => at === undefined)
}

export async function runScenario(deployment: Deployment, scenario: Scenario): Promise<void> {
  if (!isOnItsOwn(scenario)) deployment.pass?.(PAUSE_SECONDS)
  const world = await prepare(deployment, scenario)
  const names: Record<string, string | number> = {
    ...world.numbers,
    app: world.app,
    owner_password: deployment.ownerPassword,
  }
  try {
    for (const [index, step] of scenario.steps.entries()) {
      if (step.at !== undefined) deployment.pass?.(step.at)
      const marks = { now: deployment.now(), appkey: world.appkey, rc4Key: world.rc4Key, names }
      const context = { world, marks, api: apiOf(step), exactTime: deployment.pass !== undefined }
      try {
        const response = await sendRaw(deployment.publicUrl, write(step, marks))
        const { payload } = checkAnswer(response, step.expect, context)
        if ('note' in step.expect) note(names, step.expect.note, payload)
      } catch (error) {
        if (error instanceof Error) error.message = `step ${index + 1}: ${error.message}`
        throw error
      }
    }
    const { after } = scenario
    // The result of a periodic task appears a little later.
    if (after !== undefined) await vi.waitFor(() => checkAfter(deployment, world, after), PATIENCE)
  } finally {
    await clear(deployment, scenario, world.app)
  }
}

function write({ method, query, body, headers }: Step, marks: MarkValues) {
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    query: writeMarks(query, marks),
    body: body === undefined ? undefined : writeMarks(body, marks),
    headers,
  }
}

function apiOf({ query }: Step): string {
  return /(?:^|&)api=([^&]*)/.exec(query)?.[1] ?? ''
}

function note(
  names: Record<string, string | number>,
  noted: Readonly<Record<string, string>> = {},
  payload: unknown,
): void {
  for (const [name, member] of Object.entries(noted)) {
    names[name] = String((payload as Record<string, unknown>)[member])
  }
}
