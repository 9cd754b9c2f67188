import type { Customer } from '#contract/people/customer.ts'
import type { Product, Warehouse } from '#contract/products/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { ChangesKeptNote } from '#src/ui/OfflineNote.tsx'
import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useState } from 'react'
import { AddCustomerFee, type ProductChooser } from './AddCustomerFee.tsx'
import { CasePriceSwitch } from './CasePriceSwitch.tsx'
import { MODES, feeRowsOf, rowsOfLocation, type FeeProduct, type Mode } from './customer-fees.ts'
import { KIND_NAMES } from './fee-rows.ts'
import { newMargin, originalPrice } from './margin-rows.ts'
import { MarginCard } from './MarginCard.tsx'
import classes from './margins.module.css'
import { SaveMargins } from './SaveMargins.tsx'
import { useMargins } from './use-margins.ts'

interface CustomerFeesProps {
  location: Customer
  warehouses: readonly Warehouse[]
  /** The products that have a fee of this location. */
  products: readonly Product[]
  Picker: ProductChooser
}

/** The margins and surcharges of a location, by fee base. They are kept here until they are saved. */
export function CustomerFees({ location, warehouses, products, Picker }: CustomerFeesProps) {
  const { engine } = useSignedIn()
  const serverReachable = useServerReachable()
  const go = useGo()
  const { rows: all, save, ...rows } = useMargins(rowsOfLocation(location))
  const [mode, setMode] = useState<Mode>('Location Wide')
  const [chosen, setChosen] = useState<readonly FeeProduct[]>([])
  const [byCase, setByCase] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const shown = feeRowsOf(all, mode)
  // A fee that is not saved yet has its price, too.
  const productOf = (upc: string | null) => [...products, ...chosen].find((one) => one.upc === upc)
  const priceOf = (upc: string | null) => {
    const product = productOf(upc)
    return product ? originalPrice(product, byCase) : null
  }
  const nameOf = (upc: string | null) => productOf(upc)?.name ?? upc ?? 'Everything that it buys'
  const isSoldBothWays = shown.some(({ product }) => productOf(product)?.unit_type === 'Unit / Case')

  return (
    <>
      {!serverReachable && <ChangesKeptNote />}
      <div className={classes.choices}>
        <SegmentedControl
          className={classes.modes}
          aria-label="Fee base"
          size="md"
          data={[...MODES]}
          value={mode}
          onChange={(next) => setMode(next)}
        />
        {isSoldBothWays && <CasePriceSwitch byCase={byCase} onChange={setByCase} />}
      </div>
      <section aria-label="Fees" className={classes.list}>
        {shown.length === 0 && (
          <EmptyState title="There are no margins added">Add one below; it is kept when you save.</EmptyState>
        )}
        {shown.map((row) => (
          <MarginCard
            key={row.key}
            row={row}
            head={
              <>
                <b>{KIND_NAMES[row.kind]}</b>
                <span>{nameOf(row.product)}</span>
              </>
            }
            price={priceOf(row.product)}
            warehouses={warehouses}
            onChange={(part) => rows.change(row, part)}
            onRemove={() => rows.remove(row)}
          />
        ))}
      </section>
      <AddCustomerFee
        mode={mode}
        warehouses={warehouses}
        Picker={Picker}
        onAdd={({ kind, product, ...typed }) => {
          if (product) setChosen([...chosen, product])
          const at = { ...typed, company_location: location.id }
          rows.add(newMargin(engine.newId(), product?.upc ?? null, at, kind))
        }}
        onTyping={setTyping}
      />
      <SaveMargins
        rows={all}
        isTyping={isTyping}
        noun="fees"
        owner={location.name}
        barred={!serverReachable && `${NEEDS_SERVER} What you changed is kept while this screen is open.`}
        save={save}
        onLeave={() => go(to.customers())}
      />
    </>
  )
}
