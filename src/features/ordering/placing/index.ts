/** An order on its way: placed now or staged, its deadline, its prices since, its refusal, and taken back. */
export { Deadline } from './Deadline.tsx'
export { type Lateness, latenessOf } from './late.ts'
export { LateNote } from './LateNote.tsx'
export { OnItsWayBack } from './OnItsWayBack.tsx'
export {
  clearStaged,
  type Delivery,
  newOrderOf,
  placeCart,
  type Placed,
  placedWords,
  placeOrderNow,
  placeStaged,
  stageCart,
  type StagedCart,
} from './place.ts'
export { PriceChanges } from './PriceChanges.tsx'
export { PricesAsOf } from './PricesAsOf.tsx'
export { RefusedOrder } from './RefusedOrder.tsx'
export { changeEdit, removalEdit, stagedProducts } from './staged.ts'
export { tellPlaced } from './tell-placed.ts'
export { useFault } from './use-fault.ts'
