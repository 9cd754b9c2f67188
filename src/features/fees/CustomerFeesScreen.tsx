import type { Customer } from '#contract/people/customer.ts'
import { can } from '#contract/permissions.ts'
import type { Product, Warehouse } from '#contract/products/schema.ts'
import { isNotFound } from '#src/api/errors.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { PriceHistoryButton } from '#src/kit/history/PriceHistoryButton.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { ChangesKeptNote } from '#src/ui/OfflineNote.tsx'
import { SegmentedControl, Skeleton } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { IconLock, IconMapPinOff } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { AddCustomerFee, type ProductChooser } from './AddCustomerFee.tsx'
import { CasePriceSwitch } from './CasePriceSwitch.tsx'
import { MODES, feeRowsOf, rowsOfLocation, type FeeProduct, type Mode } from './customer-fees.ts'
import { KIND_NAMES } from './fee-rows.ts'
import { edited, newMargin, originalPrice, without } from './margin-rows.ts'
import { MarginCard } from './MarginCard.tsx'
import classes from './margins.module.css'
import { locationFeesQuery } from './queries.ts'
import { SaveMargins } from './SaveMargins.tsx'
import { useMargins } from './use-margins.ts'

interface CustomerFeesScreenProps {
  /** The customer location of the address. */
  id: number
  /** The way to the customer's other pages. */
  tabs: ReactNode
  Picker: ProductChooser
}

/** `/customer/{id}/fees` (C080, C081): the margins and surcharges of a location, kept here until saved. Online only. */
export function CustomerFeesScreen({ id, tabs, Picker }: CustomerFeesScreenProps) {
  const { person } = useSignedIn()
  const mayManage = can(person, 'fees.manage')
  const reading = useServerQuery(locationFeesQuery(id), { enabled: mayManage })
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <PageHead title={reading.value ? `Edit/Add ${reading.value.location.name} Fees` : 'Fees'}>
        <PriceHistoryButton of={{ company_location: id }} />
      </PageHead>
      {tabs}
      {mayManage ? (
        <WhenRead
          reading={reading}
          missing={
            isNotFound(reading.failure) && (
              <EmptyState icon={<IconMapPinOff size={40} />} title="There is no such customer location" />
            )
          }
        >
          {(value) => <Fees {...value} Picker={Picker} />}
        </WhenRead>
      ) : (
        <EmptyState icon={<IconLock size={40} />} title="Only the office may see and change fees" />
      )}
    </div>
  )
}

interface FeesProps {
  location: Customer
  warehouses: readonly Warehouse[]
  /** Those that fees are on. */
  products: readonly Product[]
  Picker: ProductChooser
}

function Fees({ location, warehouses, products, Picker }: FeesProps) {
  const { engine } = useSignedIn()
  const serverReachable = useServerReachable()
  const go = useGo()
  const { rows: all, setRows, save } = useMargins(rowsOfLocation(location))
  const [mode, setMode] = useState<Mode>('Location Wide')
  const [chosen, setChosen] = useState<readonly FeeProduct[]>([])
  const [byCase, setByCase] = useState(false)
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
            onChange={(part) => setRows(all.map((one) => (one.key === row.key ? edited(one, part) : one)))}
            onRemove={() => setRows(without(all, row))}
          />
        ))}
      </section>
      <AddCustomerFee
        key={mode}
        mode={mode}
        warehouses={warehouses}
        Picker={Picker}
        onAdd={({ kind, product, ...typed }) => {
          if (product) setChosen([...chosen, product])
          const at = { ...typed, company_location: location.id }
          setRows([...all, newMargin(engine.newId(), product?.upc ?? null, at, kind)])
        }}
      />
      <SaveMargins
        rows={all}
        noun="fees"
        owner={location.name}
        barred={!serverReachable && `${NEEDS_SERVER} What you changed is kept while this screen is open.`}
        save={save}
        onLeave={() => go(to.customers())}
      />
    </>
  )
}
