/** The list that is being picked: its cards or its table, its summary, and the next item. */
export { Lines } from './Lines.tsx'
export { LineState } from './LineState.tsx'
export { NextUp } from './NextUp.tsx'
export { ScanSummary } from './ScanSummary.tsx'
