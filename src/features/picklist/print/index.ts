/** A pick list on paper. */
export { PickListPrintScreen } from './PickListPrintScreen.tsx'
