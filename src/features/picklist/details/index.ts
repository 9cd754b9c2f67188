/** Picking by list. */
export { PickListDetailsScreen } from './PickListDetailsScreen.tsx'
