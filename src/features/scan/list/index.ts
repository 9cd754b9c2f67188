/** The list that is being picked: as cards or as a table, what it comes to, and where to walk next. */
export { Lines } from './Lines.tsx'
export { LineState } from './LineState.tsx'
export { NextUp } from './NextUp.tsx'
export { ScanSummary } from './ScanSummary.tsx'
