/** Pages of a list. */

/** Rows are counted as far as this. A count above it means that there are more; to count them all would take longer each year. */
export const MOST_COUNTED = 10_000
