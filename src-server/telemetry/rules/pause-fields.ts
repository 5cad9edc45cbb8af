import type { PauseSwitch } from '../../store/repositories/rules.ts'

/** The members of an account that set these switches. */
export function pauseFields(
  switches: readonly PauseSwitch[],
  isOn: boolean,
): { pauseAdd?: boolean; pauseOpen?: boolean } {
  return {
    ...(switches.includes('pause_add') && { pauseAdd: isOn }),
    ...(switches.includes('pause_open') && { pauseOpen: isOn }),
  }
}
