import { expect, it } from 'vitest'
import { gatewayIn, gatewayInRoutePrint } from './machine-network.ts'

it('reads the gateway from the routes of Linux, by the lowest metric', () => {
  const routes = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t00000000\t0102A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
`
  expect(gatewayIn(routes)).toBe('192.168.1.1')
  expect(gatewayIn('Iface\tDestination\tGateway\n')).toBeUndefined()
})

it('reads the gateway from the routes of Windows in any language', () => {
  const table = `===========================================================================
IPv4 路由表
===========================================================================
活动路由:
网络目标        网络掩码          网关       接口   跃点数
          0.0.0.0          0.0.0.0      192.168.2.1    192.168.2.50     50
          0.0.0.0          0.0.0.0      192.168.1.1    192.168.1.50     25
永久路由:
  无
`
  expect(gatewayInRoutePrint(table)).toBe('192.168.1.1')
  expect(gatewayInRoutePrint('')).toBeUndefined()
})
