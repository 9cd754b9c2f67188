/** The dialogs of the scan screen. Their code comes when one opens, or before that by `loadDialogs`. */
import { lazy } from 'react'

export { AnswerFirst, IgnoredScan } from './IgnoredScan.tsx'

const loadWeightLot = () => import('./ScanWeightLot.tsx')
const loadUnusual = () => import('./UnusualDialog.tsx')

export const LinkDialog = lazy(() => import('./LinkDialog.tsx'))
export const OutOfStockDialog = lazy(() => import('./OutOfStockDialog.tsx'))
export const ScanSubstitute = lazy(() => import('./ScanSubstitute.tsx'))
export const SaveDialogs = lazy(() => import('./SaveDialogs.tsx'))
export const ScanWeightLot = lazy(loadWeightLot)
export const UnusualDialog = lazy(loadUnusual)

/** Loads the dialogs that a scan opens, so that no scan waits for their code. */
export const loadDialogs = (): Promise<unknown> => Promise.all([loadWeightLot(), loadUnusual()])
