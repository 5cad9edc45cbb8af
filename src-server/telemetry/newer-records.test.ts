import { expect, it } from 'vitest'
import { AlertBench } from '../../tests/support/alert-bench.ts'

it('keeps the newer of two records of an account, in whichever order they come', () => {
  const { devices, account } = benchWithAccount()
  const newer = { ...account.device, revision: 2, label: 'newer' }
  devices.putDevice(newer)
  devices.putDevice({ ...account.device, revision: 1, label: 'older' })
  expect(devices.get(account.device.id)?.device).toBe(newer)
})

function benchWithAccount() {
  const bench = new AlertBench()
  return { devices: bench.devices, account: bench.account() }
}
