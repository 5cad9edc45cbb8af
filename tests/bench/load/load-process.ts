import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answer, Measured, Sample } from './protocol.ts'

export interface LoadProcess {
  /** @throws Error when a call failed: a sample with failures is no measurement. */
  measure(sample: Sample): Promise<Measured>
  stop(): void
}

/** The load generator has its own process and event loop. */
export function startLoadProcess(): LoadProcess {
  const child = fork(fileURLToPath(new URL('./generator.ts', import.meta.url)), { serialization: 'advanced' })
  return {
    measure: async (sample) => {
      child.send(sample)
      const [answer] = (await once(child, 'message')) as [Answer]
      if ('failed' in answer) throw new Error(answer.failed)
      const { failures } = answer.measured
      if (Object.keys(failures).length > 0) {
        throw new Error(`${sample.plan.kind} on port ${sample.port}: ${JSON.stringify(failures)}`)
      }
      return answer.measured
    },
    stop: () => {
      child.kill()
    },
  }
}
