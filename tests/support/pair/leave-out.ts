import { relative, resolve } from 'node:path'
import { beforeEach } from 'vitest'
import { IS_PAIR } from './deal.ts'
import { LEFT_OUT_TESTS } from './exceptions.ts'

const TESTS = resolve(import.meta.dirname, '../..')

if (IS_PAIR)
  beforeEach(({ task, skip }) => {
    const file = relative(TESTS, task.file.filepath).replaceAll('\\', '/')
    const reason = LEFT_OUT_TESTS[`${file} > ${task.fullTestName}`]
    if (reason !== undefined) skip(reason)
  })
