import type { HostedApplication } from '../services/applications/application-registry.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Whether the application's switch closes this endpoint with 103. The check comes after the guards and before
 * the endpoint's own checks.
 */
export function isClosedLogin({ settings }: HostedApplication, { isLogin }: Endpoint): boolean {
  return isLogin === true && settings.loginClosed
}
