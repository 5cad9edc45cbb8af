/** The maximum number of events in a code's history. Older ones go. */
export const MOST_EVENTS = 200
/** The maximum age of events, seconds. */
export const EVENT_SECONDS = 180 * 86_400
