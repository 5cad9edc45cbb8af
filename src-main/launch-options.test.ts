import { expect, it } from 'vitest'

import { serverArguments } from './launch-options.ts'

it('serves where its settings say, with its data where the profile says', () => {
  expect(serverArguments(['/opt/pulsekey/pulsekey'], '/u')).toEqual(['--profile', '/u'])
})

it('finds its own options among Chromium’s', () => {
  const argv = ['electron', '/app', '--no-sandbox', '--port', '9000', '--user-data-dir=/u', '--data=/d']
  expect(serverArguments(argv, '/u')).toEqual(['--data', '/d', '--port', '9000'])
  expect(serverArguments([...argv, '--recover-owner'], '/u')).toEqual([
    ...['--data', '/d', '--port', '9000', '--recover-owner'],
  ])
})

it('passes on that the server is for trying', () => {
  expect(serverArguments(['electron', '--demo', '--data', '/d'], '/u')).toEqual(['--data', '/d', '--demo'])
})

it('uses a newly chosen port, whatever the command line says', () => {
  expect(serverArguments(['electron', '--port', '9000'], '/u', 9001)).toEqual([
    ...['--profile', '/u', '--move-port', '9001'],
  ])
})

it('passes on the folder whose data the user chose', () => {
  expect(serverArguments(['electron'], '/u', undefined, '/old')).toEqual([
    ...['--profile', '/u', '--take-data', '/old'],
  ])
})

it('treats an option without its value as absent', () => {
  expect(serverArguments(['electron', '--port'], '/u')).not.toContain('--port')
})
