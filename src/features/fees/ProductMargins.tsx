import { can } from '#contract/permissions.ts'
import type { ListedLocation } from '#src/queries/locations.ts'
import type { OfficeProduct } from '#contract/products/office.ts'
import type { Warehouse } from '#contract/products/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { ChangesKeptNote } from '#src/ui/OfflineNote.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { SegmentedControl, Skeleton } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useState } from 'react'
import { AddMargin } from './AddMargin.tsx'
import { CasePriceSwitch } from './CasePriceSwitch.tsx'
import { LocationMargin } from './LocationMargin.tsx'
import { isOfProduct, newMargin, originalPrice, reaches, shownRows, type FeeBase } from './margin-rows.ts'
import { MarginCard } from './MarginCard.tsx'
import type { MarginChoice } from './MarginFields.tsx'
import classes from './margins.module.css'
import { MARGINS } from './queries.ts'
import { SaveMargins } from './SaveMargins.tsx'
import { useMargins } from './use-margins.ts'

const NONE: readonly never[] = []

interface ProductMarginsProps {
  product: OfficeProduct
  warehouses: readonly Warehouse[]
  locations: readonly ListedLocation[]
}

/** The margins of a product, product wide or per location, with the one that is added and the save. */
export function ProductMargins({ product, warehouses, locations }: ProductMarginsProps) {
  const { engine, person } = useSignedIn()
  const serverReachable = useServerReachable()
  const go = useGo()
  const reading = useServerQuery(MARGINS)
  const { rows: all, save, ...rows } = useMargins(reading.value ?? NONE)
  const [base, setBase] = useState<FeeBase>(0)
  const [byCase, setByCase] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const { upc } = product
  const price = originalPrice(product, byCase)
  const shown = shownRows(all, base, product)

  return (
    <>
      {!serverReachable && <ChangesKeptNote />}
      <div className={classes.choices}>
        <SegmentedControl
          aria-label="Fee base"
          size="md"
          data={[
            { value: '0', label: 'Product wide' },
            { value: '1', label: 'Per location' },
          ]}
          value={String(base)}
          onChange={(next) => setBase(next === '1' ? 1 : 0)}
        />
        {product.unit_type === 'Unit / Case' && <CasePriceSwitch byCase={byCase} onChange={setByCase} />}
        {product.weight_type !== '' && <span className={classes.quiet}>Prices are per lb.</span>}
      </div>
      <section aria-label="Margins" className={classes.list}>
        {reading.failure !== null && (
          <ReadFailure busy={reading.busy} onRetry={reading.reload}>
            The margins could not be read.
          </ReadFailure>
        )}
        {reading.value === null && reading.failure === null && <Skeleton height={120} radius="md" />}
        {reading.value !== null && shown.length === 0 && (
          <EmptyState title="There are no margins added">Add one below; it is kept when you save.</EmptyState>
        )}
        {shown.map((row) => {
          const location = nameOf(locations, row.company_location)
          return isOfProduct(row) ? (
            <MarginCard
              key={row.key}
              row={row}
              head={<b>{location ?? 'Every customer'}</b>}
              price={price}
              note={reaches(row, product) ? null : notCharged(product)}
              warehouses={warehouses}
              onChange={(part) => rows.change(row, part)}
              onRemove={() => rows.remove(row)}
            />
          ) : (
            <LocationMargin key={row.key} row={row} price={price} location={location} />
          )
        })}
      </section>
      <AddMargin
        base={base}
        price={price}
        warehouses={warehouses}
        locations={locations.filter(({ active }) => active)}
        onAdd={(typed) => rows.add(newMargin(engine.newId(), upc, typed))}
        onTyping={setTyping}
      />
      <SaveMargins
        rows={all}
        isTyping={isTyping}
        noun="margins"
        owner={product.name}
        barred={
          !can(person, 'fees.manage') ? 'Only the office may change fees.' : !serverReachable && NEEDS_SERVER
        }
        save={save}
        onLeave={() => go(to.inventory())}
      />
    </>
  )
}

const notCharged = ({ warehouse }: OfficeProduct): string =>
  `It is charged to nobody: the product is in ${warehouse?.name ?? 'no warehouse'}.`

const nameOf = (choices: readonly MarginChoice[], id: number | null): string | null =>
  id === null ? null : (choices.find((one) => one.id === id)?.name ?? `Location ${id}`)
