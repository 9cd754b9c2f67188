import { LowStockDialog } from '#src/picking/LowStockDialog.tsx'
import { productFacts, seesUpc } from '#contract/products/facts.ts'
import { can } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { setTo, type CartProduct, type OrderingCustomer, type OrderingContext } from '../cart/index.ts'
import type { ProductActs } from './ProductParts.tsx'
import type { OnAmount } from './Quantities.tsx'
import { asksAboutStock } from './stock.ts'
import type { OrderedLately } from './use-usual.ts'

const DetailDialog = lazy(() => import('#src/ui/DetailDialog.tsx'))
const SubstitutesDialog = lazy(() => import('./SubstitutesDialog.tsx'))

interface Options {
  context: OrderingContext
  customer: OrderingCustomer | null | undefined
  /** What is in the cart. */
  lines: readonly CartProduct[]
  lately: OrderedLately
  /** Changes the cart, or the staged order. */
  onChange: OnAmount
}

interface Asked {
  product: Product
  go: () => void
}

/**
 * Returns the acts on a product on each screen that orders it, and their dialogs. The screen draws `dialog`. A230: a
 * change of one that may not come is asked about first, once while the screen is open (docs/decisions/0019, 0131).
 */
export function useProductDialogs({ lately, onChange, ...shop }: Options): {
  acts: ProductActs
  dialog: ReactNode
} {
  const { customer } = shop
  const { person } = shop.context
  const [detail, setDetail] = useState<Product | null>(null)
  const [substituted, setSubstituted] = useState<Product | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const meant = useRef(new Set<string>())

  const change: OnAmount = (product, unit, how, context) => {
    const go = () => onChange(product, unit, how, context)
    if (!asksAboutStock(product, person) || meant.current.has(product.upc)) go()
    // A number that is being typed is asked about when its field is left: 12 is not asked about after its 1.
    else if (!context?.isTyping) setAsked({ product, go })
  }
  return {
    acts: {
      onChange: change,
      onDetail: setDetail,
      onSubstitutes: setSubstituted,
      hasLinks: can(person, 'catalogue.links'),
      hasUpc: seesUpc(person),
      lately,
    },
    dialog: (
      <Suspense>
        {detail && (
          <DetailDialog
            title={detail.name}
            pictureUrl={detail.url}
            text={detail.api_description}
            facts={productFacts(detail, person)}
            onClose={() => setDetail(null)}
          />
        )}
        {substituted && customer && (
          <SubstitutesDialog
            {...shop}
            customer={customer}
            product={substituted}
            onChange={change}
            onTakeOut={() => {
              // Nothing of it is wanted: there is nothing to ask.
              for (const unit of ['u', 'c'] as const) onChange(substituted, unit, setTo(0))
            }}
            onClose={() => setSubstituted(null)}
          />
        )}
        {asked && (
          <LowStockDialog
            onBack={() => setAsked(null)}
            save={() => {
              meant.current.add(asked.product.upc)
              setAsked(null)
              asked.go()
            }}
          />
        )}
      </Suspense>
    ),
  }
}
