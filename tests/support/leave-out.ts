import { relative, resolve } from 'node:path'
import { beforeEach } from 'vitest'
import { IS_PAIR } from './pair/deal.ts'
import { LEFT_OUT_TESTS, LEFT_OUT_TESTS_ON_POSTGRES } from './pair/exceptions.ts'
import { SQLITE_TESTS } from './postgres/exceptions.ts'
import { IS_POSTGRES } from './postgres/mode.ts'

const TESTS = resolve(import.meta.dirname, '..')
const REASONS = {
  ...(IS_PAIR ? LEFT_OUT_TESTS : {}),
  ...(IS_POSTGRES ? SQLITE_TESTS : {}),
  ...(IS_PAIR && IS_POSTGRES ? LEFT_OUT_TESTS_ON_POSTGRES : {}),
}

if (IS_PAIR || IS_POSTGRES)
  beforeEach(({ task, skip }) => {
    const file = relative(TESTS, task.file.filepath).replaceAll('\\', '/')
    const reason = REASONS[`${file} > ${task.fullTestName}`]
    if (reason !== undefined) skip(reason)
  })
