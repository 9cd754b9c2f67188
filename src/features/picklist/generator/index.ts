/** Choosing the orders of a pick list. */
export { PickListGeneratorScreen } from './PickListGeneratorScreen.tsx'
