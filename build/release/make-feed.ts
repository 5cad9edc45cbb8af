/**
 * `node build/release/make-feed.ts --url https://updates.example/files/ --notes-en "…" --notes-zh "…"`:
 * writes the feed of the files in dist/ as dist/pulsekey.json, signed with PULSEKEY_UPDATE_SIGNING_KEY.
 * `--new-key` prints a new pair of keys instead.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import type { ReleaseFile } from '../../src-main/updates/feed.ts'
import { root } from '../launch/tool.ts'
import { describeFile } from './release-files.ts'
import { publicKeyOf, signFeed } from './sign-feed.ts'

const dist = join(root, 'dist')

function readRelease(base: string): { version: string; files: ReleaseFile[] } {
  const found = readdirSync(dist).flatMap((name) => {
    const described = describeFile(name)
    if (described === undefined) return []
    const content = readFileSync(join(dist, name))
    const { version, ...what } = described
    const sha512 = createHash('sha512').update(content).digest('base64')
    return [{ version, file: { ...what, url: new URL(name, base).href, size: content.length, sha512 } }]
  })
  const [version, ...others] = new Set(found.map((one) => one.version))
  if (version === undefined) throw new Error('dist/ holds nothing to install from')
  if (others.length > 0) throw new Error(`dist/ holds several versions: ${[version, ...others].join(', ')}`)
  return { version, files: found.map(({ file }) => file) }
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    'notes-en': { type: 'string', default: '' },
    'notes-zh': { type: 'string', default: '' },
    'new-key': { type: 'boolean', default: false },
  },
})
if (values['new-key']) {
  const seed = randomBytes(32).toString('base64')
  console.log(`PULSEKEY_UPDATE_SIGNING_KEY=${seed}\nPULSEKEY_UPDATE_PUBLIC_KEY=${publicKeyOf(seed)}`)
} else {
  const seed = process.env['PULSEKEY_UPDATE_SIGNING_KEY']
  if (!seed || !values.url) throw new Error('--url and PULSEKEY_UPDATE_SIGNING_KEY are needed')
  const { version, files } = readRelease(values.url)
  const notes = { en: values['notes-en'], zh: values['notes-zh'] }
  const feed = signFeed({ version, releasedAt: Math.floor(Date.now() / 1000), notes, files }, seed)
  writeFileSync(join(dist, 'pulsekey.json'), feed)
  console.log(`dist/pulsekey.json: ${version}, ${files.length} files`)
}
