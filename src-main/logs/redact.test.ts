import { expect, it } from 'vitest'

import { redact } from './redact.ts'

it.each([
  ['{"event":"x","password":"hunter2","at":1}', '{"event":"x","password":"***","at":1}'],
  ['GET /console/#/setup?token=abc-DEF_123&x=1', 'GET /console/#/setup?token=***&x=1'],
  ['appkey: 8f3a9c', 'appkey: ***'],
  ["rc4_key='0123456789'", "rc4_key='***'"],
  ['app_secret=s3cr3t; next', 'app_secret=***; next'],
  ['authorization: Bearer eyJhbGciOi.J9x', 'authorization: Bearer ***'],
  ['smtp://me:my-pass@mail.example.org', 'smtp://me:***@mail.example.org'],
  ['Cookie: sid=abcdef', 'Cookie: ***'],
  ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj', '***'],
  ['key -----BEGIN RSA PRIVATE KEY----- MIIE', 'key ***'],
])('hides the secret of %s', (line, safe) => {
  expect(redact(line)).toBe(safe)
})

it.each([
  '{"time":1700000000,"level":"info","event":"server.listening","port":8787}',
  'tokens were counted',
  'GET https://licences.example.org:8443/api.php 200',
  '密码错误',
])('leaves %s unchanged', (line) => {
  expect(redact(line)).toBe(line)
})
