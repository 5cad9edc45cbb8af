import { join } from 'node:path'

import { expect, it } from 'vitest'

import { serverArguments } from './launch-options.ts'

it('serves where its settings say, with its data beside the shell’s own', () => {
  expect(serverArguments(['/opt/pulsekey/pulsekey'], '/u')).toEqual(['--data', join('/u', 'data')])
})

it('finds its own options among Chromium’s', () => {
  const argv = ['electron', '/app', '--no-sandbox', '--port', '9000', '--user-data-dir=/u', '--data=/d']
  expect(serverArguments(argv, '/u')).toEqual(['--data', '/d', '--port', '9000'])
  expect(serverArguments([...argv, '--recover-owner'], '/u')).toEqual([
    ...['--data', '/d', '--port', '9000', '--recover-owner'],
  ])
})

it('uses a newly chosen port, whatever the command line says', () => {
  expect(serverArguments(['electron', '--port', '9000'], '/u', 9001)).toEqual([
    ...['--data', join('/u', 'data'), '--move-port', '9001'],
  ])
})

it('treats an option without its value as absent', () => {
  expect(serverArguments(['electron', '--port'], '/u')).not.toContain('--port')
})
