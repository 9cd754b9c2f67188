import { can } from '#contract/permissions.ts'
import type { ListedItemCode } from '#contract/products/item-codes.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { to } from '#src/paths.ts'
import { plural } from '#src/ui/format.ts'
import { Picture } from '#src/ui/Picture.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { CatalogueList } from './CatalogueList.tsx'
import classes from './inventory.module.css'
import { pictureColumn } from './picture-column.tsx'
import { priceColumns, pricesText, stockText } from './price-columns.ts'
import { itemCodePageQuery } from './queries.ts'

const named = ({ name, item_code }: ListedItemCode) => name || item_code

/** A way to the code's page, for those who may open it. */
function Code({ code: { item_code } }: { code: ListedItemCode }) {
  const { person } = useSignedIn()
  return can(person, 'catalogue.write') ? (
    <Link to={to.itemCode(item_code)} className={classes.link}>
      {item_code}
    </Link>
  ) : (
    <span>{item_code}</span>
  )
}

/** C058: the prices are those of the product that customers see of the code. */
const COLUMNS: readonly Column<ListedItemCode>[] = [
  pictureColumn(named, ({ picture }) => picture),
  {
    id: 'code',
    label: 'Item Code',
    value: ({ item_code }) => item_code,
    cell: (code) => <Code code={code} />,
  },
  { id: 'name', label: 'Name', value: ({ name }) => name, wide: true },
  ...priceColumns<ListedItemCode>(),
  { id: 'products', label: 'Products', align: 'right', value: ({ products }) => products.length },
]

const card = (code: ListedItemCode) => (
  <>
    <Picture url={code.picture} name={named(code)} className={classes.picture} />
    <Code code={code} />
    <span>{code.name}</span>
    <span>{pricesText(code)}</span>
    <span>{stockText(code)}</span>
    <span className={classes.quiet}>{plural(code.products.length, 'product')}</span>
  </>
)

/** `/itemcodes` (C019, C049–C056). */
export function ItemCodesScreen() {
  const go = useGo()
  const table = useTableProps()
  const { person } = useSignedIn()
  return (
    <div className={classes.page}>
      <PageHead title="Item Codes" />
      <CatalogueList
        label="Item Codes"
        columns={COLUMNS}
        card={card}
        pageQuery={itemCodePageQuery}
        table={table}
        {...(can(person, 'catalogue.write') && {
          onRow: ({ item_code }: ListedItemCode) => go(to.itemCode(item_code)),
        })}
      />
    </div>
  )
}
