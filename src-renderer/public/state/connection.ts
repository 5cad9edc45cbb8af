import { ref } from 'vue'

/** Whether the server answered the last time it was asked. */
export const reached = ref(true)
