import { expect, it } from 'vitest'
import { NOON, samplePulse, sampleRow } from '../rows/sample-device.ts'
import { exportRows } from './export-rows.ts'

const text = (...rows: ReturnType<typeof sampleRow>[]) =>
  new TextDecoder().decode(exportRows(rows, (app) => `App ${app}`)).split('\r\n')

it('the export writes raw figures under fixed names', () => {
  const row = sampleRow(7, {
    account_key: '70927961@Broker, Live',
    telemetry: samplePulse({
      equity: 1234.5,
      balance: 2000,
      float_pnl: -765.5,
      dd: 38.28,
      margin_level: null,
    }),
    pause_add: true,
  })
  const [header, line] = text(row)
  expect(header?.split(',').slice(0, 4)).toEqual(['id', 'login', 'server', 'label'])
  expect(line).toBe(
    `7,70927961,"Broker, Live",,App 10001,,live,critical,XAUUSD,2000,1234.5,-765.5,38.28,,2,1,1,4102243200,0,1,none,${NOON}`,
  )
})

it('the export disarms text that a spreadsheet would run', () => {
  const [, line] = text(sampleRow(8, { label: '=HYPERLINK("http://x")', account_key: '@cmd' }))
  expect(line).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(line?.split(',')[2]).toBe('cmd')
})
