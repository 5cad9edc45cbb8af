/** The address's state filter for requests in every state; without a state filter the list shows the open ones. */
export const ANY_STATE = 'all'
