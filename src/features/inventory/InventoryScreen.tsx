import { can } from '#contract/permissions.ts'
import type { ListedProduct } from '#contract/products/schema.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { Link } from '#src/kit/links/Link.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { to } from '#src/paths.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { ProductPicture } from '#src/ui/ProductPicture.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { Switch } from '@mantine/core'
import { CatalogueList } from './CatalogueList.tsx'
import classes from './inventory.module.css'
import { pictureColumn } from './picture-column.tsx'
import { priceColumns, pricesText, stockText } from './price-columns.ts'
import { productPageQuery } from './queries.ts'

const statesOf = ({ active, out_of_stock, is_primary }: ListedProduct) => [
  ...(active ? [] : ['inactive']),
  ...(out_of_stock ? ['out of stock'] : []),
  ...(is_primary ? [] : ['non primary']),
]
const States = ({ product }: { product: ListedProduct }) =>
  statesOf(product).map((state) => (
    <Chip key={state} tone="plain">
      {state}
    </Chip>
  ))

const Name = ({ product }: { product: ListedProduct }) => (
  <Link to={to.product(product.upc)} className={classes.link}>
    {product.name}
  </Link>
)

/** C058. */
const COLUMNS: readonly Column<ListedProduct>[] = [
  pictureColumn(
    ({ name }) => name,
    ({ url }) => url,
  ),
  { id: 'upc', label: 'UPC', value: ({ upc }) => upc },
  {
    id: 'name',
    label: 'Name',
    value: ({ name }) => name,
    cell: (product) => <Name product={product} />,
    wide: true,
  },
  { id: 'code', label: 'Item Code', value: ({ item_code }) => item_code.item_code },
  ...priceColumns<ListedProduct>(),
  {
    id: 'lists',
    label: 'Order Lists',
    align: 'right',
    value: ({ order_lists }) => order_lists.length,
    cell: ({ order_lists }) => (
      <span title={order_lists.map(({ name }) => name).join(', ')}>{order_lists.length}</span>
    ),
  },
  {
    id: 'active',
    label: 'State',
    value: (product) => statesOf(product).join(', '),
    cell: (product) => <States product={product} />,
  },
]

const card = (product: ListedProduct) => (
  <>
    <ProductPicture url={product.url} name={product.name} className={classes.picture} />
    <Name product={product} />
    <span className={classes.quiet}>
      {product.upc} · {product.item_code.item_code}
    </span>
    <span>{pricesText(product)}</span>
    <span>
      {stockText(product)} <States product={product} />
    </span>
  </>
)

/** C054: what the list has beside what is sold and primary. */
interface Shown {
  inactive: boolean
  nonPrimary: boolean
}

interface InventoryScreenProps {
  shown: Shown
  onShown: (shown: Shown) => void
}

/** `/inventory` (C019, C049–C059): every product, with its price and stock. */
export function InventoryScreen({ shown, onShown }: InventoryScreenProps) {
  const go = useGo()
  const table = useTableProps()
  const { person } = useSignedIn()
  return (
    <div className={classes.page}>
      <PageHead title="Inventory">
        <ButtonLink to={to.inventoryBulk()}>Import/Export</ButtonLink>
        <ButtonLink
          kind="main"
          to={to.addProduct()}
          reason={!can(person, 'catalogue.write') && 'Only the office may add a product.'}
        >
          Add Item
        </ButtonLink>
      </PageHead>
      <CatalogueList
        label="Inventory"
        columns={COLUMNS}
        card={card}
        pageQuery={(query) => productPageQuery({ ...query, ...shown })}
        table={table}
        onRow={({ upc }) => go(to.product(upc))}
      >
        <Switch
          label="Show Inactive"
          checked={shown.inactive}
          onChange={(event) => onShown({ ...shown, inactive: event.currentTarget.checked })}
        />
        <Switch
          label="Show Non Primary"
          checked={shown.nonPrimary}
          onChange={(event) => onShown({ ...shown, nonPrimary: event.currentTarget.checked })}
        />
      </CatalogueList>
    </div>
  )
}
