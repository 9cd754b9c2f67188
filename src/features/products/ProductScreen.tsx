import { isNotFound } from '#src/api/errors.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { PriceHistoryButton } from '#src/kit/history/PriceHistoryButton.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ProductForm, type ProductFormProps } from './ProductForm.tsx'
import classes from './products.module.css'
import { openedProductQuery } from './queries.ts'

interface ProductScreenProps extends Pick<ProductFormProps, 'today' | 'Picker'> {
  /** null adds one. */
  upc: string | null
  /** The way to the product's other page. */
  tabs: ReactNode
}

/** `/product/add` and `/product/{id}` (C006, C060): a product's form, empty or filled. Online only. */
export function ProductScreen({ upc, tabs, ...props }: ProductScreenProps) {
  const { person } = useSignedIn()
  const reading = useServerQuery(openedProductQuery(upc))
  const { value, failure } = reading

  return (
    <div className={classes.page}>
      <PageHead
        title={upc === null ? 'Add product' : (value?.product?.name ?? 'Edit product')}
        note={upc !== null && `UPC ${upc}`}
      >
        {upc !== null && <PriceHistoryButton of={{ product: upc }} />}
      </PageHead>
      {tabs}
      <WhenRead
        reading={reading}
        missing={isNotFound(failure) && <NoSuchProduct />}
        waiting={<FormSkeleton />}
      >
        {(opened) => (person ? <ProductForm {...props} {...opened} person={person} /> : <FormSkeleton />)}
      </WhenRead>
    </div>
  )
}

const NoSuchProduct = () => (
  <EmptyState
    icon={<IconPackageOff size={40} />}
    title="There is no such product"
    action={<ButtonLink to={to.inventory()}>Go to the inventory</ButtonLink>}
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
