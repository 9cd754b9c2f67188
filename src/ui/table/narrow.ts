/** A phone, or a window that is zoomed in so far: columns want more room, and rows are cards. */
export const NARROW = '(max-width: 56.24em)'
