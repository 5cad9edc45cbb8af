import { ref } from 'vue'

/** Whether the server answered the last call. */
export const reached = ref(true)
