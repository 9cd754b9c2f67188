/** The cart: its lines and prices, kept per person and location, and what may be ordered. */
export { amountOf, amountsOf } from './amounts.ts'
export {
  addOne,
  type AmountChange,
  type Cart,
  cartLineTotal,
  type CartProduct,
  type CartUnit,
  changeAmount,
  EMPTY_CART,
  fromOriginal,
  holdsAll,
  inPlaceOf,
  type InPlaceOf,
  type Ordered,
  originalFor,
  type Prices,
  putBack,
  type Refusal,
  type RefusedDelivery,
  removeOne,
  replacedBy,
  seenPrices,
  setTo,
  takeOut,
  wholeCart,
  withoutOrdered,
} from './cart.ts'
export { CustomerPicker } from './CustomerPicker.tsx'
export { deliveryFeeOf, type OrderingCustomer } from './customers.ts'
export { lineProblem } from './line-problem.ts'
export {
  CHANGED_MEANWHILE,
  changedPrices,
  changedSince,
  isSteep,
  type ProductPriceChange,
} from './price-changes.ts'
export { pricedProducts, priceOf, pricesFrom, priceText, sellUnitsOf } from './prices.ts'
export { stagedQuery } from './queries.ts'
export {
  type CurrentCustomer,
  type OrderingContext,
  type OrderingOffer,
  useCurrentCustomer,
  useCustomers,
  useOffer,
} from './use-ordering.ts'
