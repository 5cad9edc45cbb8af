/** Console screens that several parts of the desktop open, as parts of its address. */
export const RISKS = '#/risk'
/** The screen asks before it pauses anything. */
export const PAUSE_ALL = '#/pause-all'
