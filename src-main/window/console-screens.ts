/** Screens of the console that more than one place of the desktop leads to, as parts of its address. */
export const RISKS = '#/risk'
/** Asks before it pauses anything. */
export const PAUSE_ALL = '#/pause-all'
