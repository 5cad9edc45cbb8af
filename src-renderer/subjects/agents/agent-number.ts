const NUMBER = /^\d{0,12}$/

/** Whether a person typed the number of an agent, or nothing. */
export function isAgentNumber(typed: string): boolean {
  return NUMBER.test(typed.trim())
}

/** The agent whose number was typed; null for none. */
export function agentOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed)
}
