import type { Category } from '#contract/order-lists/edit.ts'
import { errorText } from '#src/api/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NativeSelect, TextInput } from '@mantine/core'
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './customer-lists.module.css'
import {
  addProblem,
  changeAt,
  moveTo,
  type ListDraft,
  type KnownProducts,
  type KnownProduct,
} from './list-draft.ts'
import { ReorderList } from './ReorderList.tsx'
import { RowActs, RowHandle } from './RowActs.tsx'
import { useListSearch } from './use-list-search.ts'

/** C352. */
export const PRODUCTS_FAILED = 'There was an error while getting products information'

interface ProductsViewProps {
  draft: ListDraft | undefined
  location: number | null
  known: KnownProducts
  /** The products that the screen has loaded. */
  loaded: readonly KnownProduct[]
  /** Which category is shown, by its place; null for none. */
  at: number | null
  onAt: (at: number | null) => void
  onChange: (part: Partial<ListDraft>) => void
  onFound: (product: KnownProduct) => void
}

/** C079: the products of one category in their order, to search, add, move and remove. */
export function ProductsView(props: ProductsViewProps) {
  const { draft, location, known, loaded, at, onAt, onChange, onFound } = props
  const [typed, setTyped] = useState('')
  const [product, setProduct] = useState<KnownProduct | null>(null)
  const { found, searching, failure } = useListSearch(loaded, typed)
  const categories = draft?.categories ?? []
  const category = at === null ? undefined : categories[at]
  const problem = addProblem(draft, location, at, product?.upc ?? null)

  const setRows = (rows: Category['rows']) =>
    at !== null && onChange({ categories: changeAt(categories, at, (one) => ({ ...one, rows })) })

  function add() {
    if (problem || !category || !product) return
    onFound(product)
    setRows([...category.rows, { product_id: product.upc }])
    setProduct(null)
  }

  return (
    <section aria-label="Products" className={classes.view}>
      <div className={classes.add}>
        <NativeSelect
          label="Category"
          size="md"
          value={category ? String(at) : ''}
          data={[
            { value: '', label: 'Choose a category' },
            ...categories.map(({ category_name }, n) => ({ value: String(n), label: category_name })),
          ]}
          onChange={({ currentTarget: { value } }) => onAt(value === '' ? null : Number(value))}
        />
        <TextInput
          label="Product"
          type="search"
          size="md"
          autoComplete="off"
          spellCheck={false}
          placeholder="Name or UPC"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button kind="main" icon={<IconPlus size={20} aria-hidden />} reason={problem} onClick={add}>
          Add product
        </Button>
      </div>
      <ErrorNote>
        {failure !== null && (
          <>
            {PRODUCTS_FAILED}
            <br />
            {errorText(failure)}
          </>
        )}
      </ErrorNote>
      <p role="status" className={classes.quiet}>
        {searching ? 'Searching …' : found?.length === 0 && !failure ? 'No product has these words.' : ''}
        {product && <>Chosen: {product.name}</>}
      </p>
      {found && found.length > 0 && <FoundProducts found={found} chosen={product} onChoose={setProduct} />}
      <CategoryProducts category={category} known={known} onRows={setRows} />
    </section>
  )
}

interface FoundProductsProps {
  found: readonly KnownProduct[]
  chosen: KnownProduct | null
  onChoose: (product: KnownProduct) => void
}

function FoundProducts({ found, chosen, onChoose }: FoundProductsProps) {
  return (
    <ul className={classes.found} aria-label="Products found">
      {found.map((one) => (
        <li key={one.upc}>
          <button type="button" aria-pressed={one.upc === chosen?.upc} onClick={() => onChoose(one)}>
            <span>{one.name}</span>
            <span className={classes.count}>{one.upc}</span>
            {one.upc === chosen?.upc && <IconCheck size={20} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface CategoryProductsProps {
  /** Missing while none is chosen. */
  category: Category | undefined
  known: KnownProducts
  onRows: (rows: Category['rows']) => void
}

/** A category's products in their order. */
function CategoryProducts({ category, known, onRows }: CategoryProductsProps) {
  const nameOf = (upc: string) => known.products.get(upc)?.name ?? upc
  if (!category) return null
  const { rows, category_name } = category
  if (rows.length === 0)
    return <p className={classes.quiet}>There are no products assigned to this category</p>
  return (
    <ReorderList
      label={`Products of ${category_name}`}
      keys={rows.map(({ product_id }) => product_id)}
      nameOf={(n) => nameOf(rows[n]!.product_id)}
      onMove={(from, to) => onRows(moveTo(rows, from, to))}
    >
      {(n, mover) => {
        const { product_id } = rows[n]!
        const one = known.products.get(product_id)
        const name = nameOf(product_id)
        return (
          <>
            <RowHandle what={name} mover={mover} />
            <span className={classes.grow}>
              <b>{name}</b> <span className={classes.count}>{product_id}</span>
            </span>
            {one && !one.active && <Chip tone="plain">Not sold any more</Chip>}
            <RowActs
              what={name}
              mover={mover}
              remove={`Remove ${name}`}
              onRemove={() => onRows(changeAt(rows, n, () => null))}
            />
          </>
        )
      }}
    </ReorderList>
  )
}
