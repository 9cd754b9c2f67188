import type { User } from '#contract/people/schema.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import { fetchOfficeProduct, fetchWarehouses } from '#src/api/products.ts'
import { Link } from '#src/kit/Link.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { useRead } from '#src/ui/use-read.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import { useCallback, type ReactNode } from 'react'
import { ProductForm, type ProductFormProps } from './ProductForm.tsx'
import classes from './products.module.css'

export interface ProductScreenProps extends Omit<
  ProductFormProps,
  'product' | 'warehouses' | 'person' | 'reload'
> {
  person: User | null
  /** null adds one. */
  upc: string | null
  /** The way to the product's other page. */
  tabs: ReactNode
}

/** `/product/add` and `/product/{id}` (C006, C060): a product's form, empty or filled. Online only. */
export function ProductScreen({ upc, tabs, person, ...props }: ProductScreenProps) {
  const { client, serverReachable } = props
  const read = useCallback(
    async (signal: AbortSignal) => {
      const [product, warehouses] = await Promise.all([
        upc === null ? null : fetchOfficeProduct(client, upc, signal),
        fetchWarehouses(client, signal),
      ])
      return { product, warehouses }
    },
    [client, upc],
  )
  const reading = useRead(read, serverReachable)
  const { value, failure, reload } = reading

  return (
    <div className={classes.page}>
      <header>
        <h1>{upc === null ? 'Add product' : (value?.product?.name ?? 'Edit product')}</h1>
        {upc !== null && <p className={classes.quiet}>UPC {upc}</p>}
      </header>
      {tabs}
      <WhenRead
        reading={reading}
        serverReachable={serverReachable}
        explain={errorText}
        missing={failure instanceof ApiError && failure.status === 404 && <NoSuchProduct />}
        waiting={<FormSkeleton />}
      >
        {({ product, warehouses }) =>
          person ? (
            <ProductForm
              {...props}
              person={person}
              product={product}
              warehouses={warehouses}
              reload={reload}
            />
          ) : (
            <FormSkeleton />
          )
        }
      </WhenRead>
    </div>
  )
}

const NoSuchProduct = () => (
  <EmptyState
    icon={<IconPackageOff size={40} />}
    title="There is no such product"
    action={
      <Button variant="default" renderRoot={(props) => <Link to={to.inventory()} {...props} />}>
        Go to the inventory
      </Button>
    }
  >
    It may have been deleted.
  </EmptyState>
)

function FormSkeleton() {
  return (
    <div className={classes.card} aria-busy>
      <div className={classes.fields}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} height={64} radius="md" />
        ))}
      </div>
      <Skeleton height={220} radius="md" />
    </div>
  )
}
