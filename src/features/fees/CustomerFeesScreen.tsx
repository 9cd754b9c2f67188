import type { Customer } from '#contract/people/customer.ts'
import type { User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import type { Product, Warehouse } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText, isNotFound } from '#src/api/errors.ts'
import { fetchProducts, fetchWarehouses } from '#src/api/products.ts'
import type { Go } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { useRead } from '#src/ui/use-read.ts'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { SegmentedControl, Skeleton } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { IconLock, IconMapPinOff } from '@tabler/icons-react'
import { useCallback, useState, type ReactNode } from 'react'
import { AddCustomerFee, type FoundProduct, type ProductChooser } from './AddCustomerFee.tsx'
import { fetchLocation, MODES, rowsOf, rowsOfLocation, type Mode } from './customer-fees.ts'
import { KIND_NAMES } from './fee-rows.ts'
import { edited, newMargin, originalPrice, without } from './margin-rows.ts'
import { MarginCard } from './MarginCard.tsx'
import classes from './margins.module.css'
import { SaveMargins } from './SaveMargins.tsx'
import { useMargins, type FetchRows } from './use-margins.ts'

interface CustomerFeesScreenProps {
  /** The customer location of the address. */
  id: number
  client: Client
  person: User | null
  serverReachable: boolean
  newId: () => string
  go: Go
  /** The way to the customer's other pages. */
  tabs: ReactNode
  Picker: ProductChooser
}

/** `/customer/{id}/fees` (C080, C081): the margins and surcharges of a location, kept here until saved. Online only. */
export function CustomerFeesScreen({ id, person, tabs, ...props }: CustomerFeesScreenProps) {
  const { client, serverReachable } = props
  const read = useCallback(
    async (signal: AbortSignal) => {
      const [location, warehouses] = await Promise.all([
        fetchLocation(client, id, signal),
        fetchWarehouses(client, signal),
      ])
      const upcs = location.fees.flatMap(({ product }) => product ?? [])
      return { location, warehouses, products: await fetchProducts(client, [...new Set(upcs)]) }
    },
    [client, id],
  )
  const mayManage = can(person, 'fees.manage')
  const reading = useRead(read, serverReachable && mayManage)
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <h1>{reading.value ? `Edit/Add ${reading.value.location.name} Fees` : 'Fees'}</h1>
      {tabs}
      {mayManage ? (
        <WhenRead
          reading={reading}
          serverReachable={serverReachable}
          explain={errorText}
          missing={
            isNotFound(reading.failure) && (
              <EmptyState icon={<IconMapPinOff size={40} />} title="There is no such customer location" />
            )
          }
        >
          {(value) => <Fees {...props} {...value} />}
        </WhenRead>
      ) : (
        <EmptyState icon={<IconLock size={40} />} title="Only the office may see and change fees" />
      )}
    </div>
  )
}

interface FeesProps extends Omit<CustomerFeesScreenProps, 'id' | 'person' | 'tabs'> {
  location: Customer
  warehouses: readonly Warehouse[]
  /** Those that fees are on. */
  products: readonly Product[]
}

function Fees({ location, warehouses, products, client, serverReachable, newId, go, Picker }: FeesProps) {
  const fetchRows = useCallback<FetchRows>(
    async (from, signal) => rowsOfLocation(await fetchLocation(from, location.id, signal)),
    [location.id],
  )
  const { rows, setRows, save } = useMargins(client, serverReachable, fetchRows)
  const [mode, setMode] = useState<Mode>('Location Wide')
  const [chosen, setChosen] = useState<readonly FoundProduct[]>([])
  const all = rows ?? rowsOfLocation(location)
  const shown = rowsOf(all, mode)
  const priceOf = (upc: string | null) => {
    const product = products.find((one) => one.upc === upc)
    return product ? originalPrice(product, false) : null
  }
  const nameOf = (upc: string | null) =>
    [...products, ...chosen].find((one) => one.upc === upc)?.name ?? upc ?? 'Everything that it buys'

  return (
    <>
      {!serverReachable && (
        <OfflineNote>
          The server is not in reach. What you changed is kept while this screen is open.
        </OfflineNote>
      )}
      <SegmentedControl
        className={classes.modes}
        aria-label="Fee base"
        size="md"
        data={[...MODES]}
        value={mode}
        onChange={(next) => setMode(next)}
      />
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
        client={client}
        serverReachable={serverReachable}
        Picker={Picker}
        onAdd={({ kind, product, ...typed }) => {
          if (product) setChosen([...chosen, product])
          const at = { ...typed, company_location: location.id }
          setRows([...all, newMargin(newId(), product?.upc ?? null, at, kind)])
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
