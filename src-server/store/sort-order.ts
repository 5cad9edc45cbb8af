/** Stands for NULL among the times of a list's order. It is -1, because imported codes have times of 0. */
export const BEFORE_ALL_TIMES = -1
