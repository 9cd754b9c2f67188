/** The scan screen. */
export { ScanScreen } from './ScanScreen.tsx'
