import { errorText } from '#src/api/errors.ts'
import { plural, showDollars, showLongDay } from '#src/ui/format.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { deliveryFeeOf } from '../cart/index.ts'
import { PriceChanges } from '../placing/index.ts'
import type { CustomerCheckout } from './use-checkout.ts'
import type { usePlacing } from './use-placing.ts'

interface PlaceOrderDialogProps extends CustomerCheckout {
  placing: ReturnType<typeof usePlacing>
  onBack: () => void
}

/** B055: what is ordered, for when and at which prices, before it is. */
export function PlaceOrderDialog({
  context: { serverReachable },
  customer,
  checkout: { ordered, delivery, late, changed, offer },
  placing: { place, stuck, meanwhile },
  onBack,
}: PlaceOrderDialogProps) {
  const fee = deliveryFeeOf(customer)
  return (
    <SaveDialog
      stays
      explain={errorText}
      title="Place this order?"
      act="Place order"
      save={place}
      stuck={stuck}
      onBack={onBack}
    >
      {plural(ordered.products.length, 'product')} for {showDollars(ordered.total)}
      {fee && ` and the delivery fee of ${showDollars(fee)}`}, to be delivered on {showLongDay(delivery.day)}.
      {late && ` ${late.words}`}
      {!serverReachable && ' The server is not in reach: the order is kept here and sent later.'}
      <PriceChanges since="since you chose the products" changed={changed} products={offer.products} />
      <PriceChanges since="while you looked" changed={meanwhile} products={offer.products} />
    </SaveDialog>
  )
}
