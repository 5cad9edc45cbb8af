import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const pages = globSync(join(import.meta.dirname, '*.html'))

it('is in every page', () => {
  expect(pages).toHaveLength(4)
})

it.each(pages)('allows scripts and styles beside the page, and nothing from the network: %s', (path) => {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(
    readFileSync(path, 'utf8'),
  )?.[1]
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ])
})
