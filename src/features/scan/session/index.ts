/** A scan screen's session: rows in memory, what a scan means, what each press does, and one queue for all of it. */
export { findLine, isListedCode, searchLines } from './find-line.ts'
export { isSerialKnown, lookElsewhere, watchRows } from './load-rows.ts'
export { createScanList, type ScanListStore } from './scan-list.ts'
export { createScanSession, type ScanSession } from './scan-session.ts'
export type { Commit } from './commit.ts'
export type { ScanResult, WeightPlace } from './scan-view.ts'
