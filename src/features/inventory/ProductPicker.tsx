import { can, type Person } from '#contract/permissions.ts'
import { seesUpc, STOCK } from '#contract/products/facts.ts'
import type { ListedProduct } from '#contract/products/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { Button } from '#src/ui/Button.tsx'
import { showMoney } from '#src/ui/format.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { ProductPicture } from '#src/ui/ProductPicture.tsx'
import { UNSORTED, type Column } from '#src/ui/table/column.ts'
import { controlColumn } from '#src/ui/table/control-column.ts'
import { Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CatalogueList } from './CatalogueList.tsx'
import classes from './inventory.module.css'
import { pictureColumn } from './picture-column.tsx'
import { productPageQuery } from './queries.ts'

interface ProductPickerProps {
  title: string
  onChoose: (product: ListedProduct) => void
  onClose: () => void
}

const price = (amount: string, perLb: string | null) => {
  if (perLb !== null) return `${showMoney(perLb)} per lb`
  return amount === '0.00' ? '' : showMoney(amount)
}
const unitPrice = (product: ListedProduct) =>
  price(product.display_unit_price, product.display_unit_price_per_lb)
const casePrice = (product: ListedProduct) =>
  price(product.display_case_price, product.display_case_price_per_lb)

/** The facts of a product that this person may see. A customer sees no stock that is neither low nor out. */
interface Shown {
  upc: boolean
  /** The text in a column that is headed "Stock", and the text without such a heading. */
  stock: (product: ListedProduct) => string
  stockAlone: (product: ListedProduct) => string
}
function shownTo(person: Person): Shown {
  const upc = seesUpc(person)
  if (can(person, 'stock.numbers')) {
    const stock = (product: ListedProduct) =>
      String(product.combined_stock_level ?? product.stock_level ?? '')
    return { upc, stock, stockAlone: (product) => `stock ${stock(product) || 'unknown'}` }
  }
  const stock = ({ stock_level_indicator: level }: ListedProduct) =>
    level === 'in stock' ? '' : STOCK[level]
  return { upc, stock, stockAlone: stock }
}
const cased = ({ units_per_case, unit_type }: ListedProduct) =>
  unit_type === 'Unit' ? '' : String(units_per_case)

const columnsOf = ({ upc, stock }: Shown): readonly Column<ListedProduct>[] => [
  pictureColumn(
    ({ name }) => name,
    ({ url }) => url,
  ),
  { id: 'name', label: 'Name', value: ({ name }) => name, wide: true },
  ...(upc ? [{ id: 'upc', label: 'UPC', value: (product: ListedProduct) => product.upc }] : []),
  { id: 'code', label: 'Item Code', value: ({ item_code }) => item_code.item_code },
  { id: 'unit', label: 'Unit Price', align: 'right', value: unitPrice },
  { id: 'case', label: 'Case Price', align: 'right', value: casePrice },
  { id: 'units', label: 'Units per Case', align: 'right', value: cased },
  { id: 'stock', label: 'Stock', align: 'right', value: stock },
]

const columnsFor = (
  shown: Shown,
  onChoose: (product: ListedProduct) => void,
): readonly Column<ListedProduct>[] => [
  controlColumn('choose', 'Choose', (product) => <Choose product={product} onChoose={onChoose} />),
  ...columnsOf(shown),
]

/** B057–B062: a dialog with the catalogue, searched and paged, as cards or as a table, to choose one product. */
export default function ProductPicker({ title, onChoose, onClose }: ProductPickerProps) {
  const [nonPrimary, setNonPrimary] = useState(false)
  const [table, setTable] = useState(UNSORTED)
  const { person: known, engine } = useSignedIn()
  const person = known ?? engine.user
  const shown = useMemo(() => shownTo(person), [person])
  const columns = useMemo(() => columnsFor(shown, onChoose), [shown, onChoose])
  const card = (product: ListedProduct) => <Card product={product} shown={shown} onChoose={onChoose} />
  return (
    <Modal title={title} onClose={onClose} size="list">
      <CatalogueList
        label="Products"
        columns={columns}
        card={card}
        pageQuery={(query) => productPageQuery({ ...query, nonPrimary })}
        table={{ state: table, onState: setTable }}
      >
        <Switch
          label="Show Non Primary"
          checked={nonPrimary}
          onChange={(event) => {
            setNonPrimary(event.currentTarget.checked)
            setTable({ ...table, page: 0 })
          }}
        />
      </CatalogueList>
    </Modal>
  )
}

interface ChoiceProps {
  product: ListedProduct
  onChoose: (product: ListedProduct) => void
}

const Choose = ({ product, onChoose }: ChoiceProps) => (
  <Button label={`Choose ${product.name}`} onClick={() => onChoose(product)}>
    Choose
  </Button>
)

function Card({ product, shown, onChoose }: ChoiceProps & { shown: Shown }) {
  const [unit, byCase] = [unitPrice(product), casePrice(product)]
  const prices = [unit && `unit $${unit}`, byCase && `case of ${product.units_per_case} $${byCase}`]
  return (
    <>
      <ProductPicture url={product.url} name={product.name} className={classes.picture} />
      <b>{product.name}</b>
      <span className={classes.quiet}>
        {shown.upc && `${product.upc} · `}
        {product.item_code.item_code}
      </span>
      <span>{prices.filter(Boolean).join(' · ')}</span>
      <span>{shown.stockAlone(product)}</span>
      <Choose product={product} onChoose={onChoose} />
    </>
  )
}
