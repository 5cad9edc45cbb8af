import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runFleet } from './fleet/fleet.ts'
import { createTally, describeTally } from './fleet/tally.ts'
import { HELP, OPTIONS, readOptions } from './options.ts'

function readCodes(file: string | undefined): string[] {
  if (file === undefined) return []
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

async function simulate(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values.help) {
    console.log(HELP)
    return
  }
  const { seconds, codesFile, ...options } = readOptions(values)
  const stop = new AbortController()
  const tally = createTally()
  let second = 0
  let callsBefore = 0
  const print = () => {
    console.log(describeTally(tally, second, options.accounts, callsBefore))
    callsBefore = tally.calls
  }
  const everySecond = setInterval(() => {
    second += 1
    print()
    if (second === seconds) stop.abort()
  }, 1000)
  process.once('SIGINT', () => {
    stop.abort()
  })
  process.once('SIGTERM', () => {
    stop.abort()
  })
  await runFleet({ ...options, codes: readCodes(codesFile) }, tally, stop.signal)
  clearInterval(everySecond)
  print()
}

try {
  await simulate(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
