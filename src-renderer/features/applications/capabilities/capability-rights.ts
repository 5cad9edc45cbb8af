/** Which of a capability's two fields somebody may write: the owner grants, the application's developer switches. */
export interface CapabilityRights {
  readonly grants: boolean
  readonly switches: boolean
}

/** What the dialog of somebody with these rights is about. */
export function editLabel({ grants, switches }: CapabilityRights): string {
  if (grants && switches) return 'capabilities.edit.both'
  return grants ? 'capabilities.edit.grant' : 'capabilities.edit.switch'
}
