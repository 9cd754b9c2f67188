import type { Product } from '#contract/products/schema.ts'
import { showMoney } from '#src/ui/format.ts'
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { lineTotal, type CartProduct, type CartUnit, type Prices } from './cart.ts'
import classes from './cart.module.css'
import { unitsOf } from './prices.ts'
import { ProductMarks } from './ProductMarks.tsx'
import { Price, Stepper, UNIT_WORD, type OnAmount } from './Quantities.tsx'

interface CartLinesProps {
  label: string
  lines: readonly CartProduct[]
  products: ReadonlyMap<string, Product>
  prices: Prices
  /** Null where the lines are only to be looked at. */
  onChange: OnAmount | null
  onRemove: (upc: string) => void
}

const amountOf = (line: CartProduct, unit: CartUnit) => (unit === 'u' ? line.unit_in_cart : line.case_in_cart)

/** "3 units, 1 case". */
const amounts = (line: CartProduct): string =>
  (['u', 'c'] as const)
    .map((unit) => ({ word: UNIT_WORD[unit], amount: amountOf(line, unit) }))
    .filter(({ amount }) => amount > 0)
    .map(({ word, amount }) => `${amount} ${word}${amount === 1 ? '' : 's'}`)
    .join(', ')

/** The products of a cart or of a staged order, with how many of each and what they cost. */
export function CartLines({ label, lines, products, prices, onChange, onRemove }: CartLinesProps) {
  return (
    <ul className={classes.lines} aria-label={label}>
      {lines.map((line) => {
        const product = products.get(line.upc)
        return (
          <li key={line.upc} className={classes.line} data-still={!onChange || undefined}>
            <div className={classes.about}>
              <b>{product?.name ?? `Product ${line.upc}`}</b>
              <p className={classes.quiet}>
                {[line.upc, product?.size, line.added_through_sub && 'a substitute']
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {product && <ProductMarks product={product} />}
            </div>
            {onChange && product ? (
              <div className={classes.ways}>
                {unitsOf(product).map((unit) => (
                  <div key={unit} className={classes.way}>
                    <Price product={product} unit={unit} />
                    <Stepper
                      product={product}
                      unit={unit}
                      amount={amountOf(line, unit)}
                      onChange={onChange}
                    />
                  </div>
                ))}
              </div>
            ) : (
              <span>{amounts(line)}</span>
            )}
            <span className={classes.price}>${showMoney(lineTotal(line, prices))}</span>
            {onChange && (
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={`Remove ${product?.name ?? line.upc}`}
                onClick={() => onRemove(line.upc)}
              >
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
            )}
          </li>
        )
      })}
    </ul>
  )
}
