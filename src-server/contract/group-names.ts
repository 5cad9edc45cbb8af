/**
 * The reasons why an act leaves an account of the group out: opening is `paused` already; it is `flat`; a close_all
 * is `underway`; no program ever sent a pulse (`never`); none did for a week (`away`); the agent lacks the `right`.
 */
export const LEFT_OUT = ['paused', 'flat', 'underway', 'never', 'away', 'right'] as const
export type LeftOut = (typeof LEFT_OUT)[number]
