import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

test('the samples differ only in the names of their language', () => {
  const as5 = read('mql4/PulsekeySample.mq4').replaceAll('MQL4', 'MQL5').replaceAll('.mq4', '.mq5')
  expect(as5).toBe(read('mql5/PulsekeySample.mq5'))
})

test.each([
  'mql5/Pulsekey.mqh',
  'mql5/PulsekeyText.mqh',
  'mql5/PulsekeyEd25519.mqh',
  'mql5/PulsekeySignature.mqh',
  'mql5/PulsekeyTrade.mqh',
  'mql5/PulsekeySample.mq5',
  'mql4/PulsekeyTrade.mqh',
])('%s begins with a byte order mark, or MetaEditor reads its Chinese in the local code page', (path) => {
  expect(read(path).startsWith('\uFEFF//')).toBe(true)
})

test.each(['mql5/Pulsekey.mqh', 'mql5/PulsekeyText.mqh', 'mql5/PulsekeyTrade.mqh', 'mql4/PulsekeyTrade.mqh'])(
  '%s imports nothing, so the program needs no DLL',
  (path) => {
    expect(read(path)).not.toMatch(/#import|#resource|\bauto\b/)
  },
)
