import type { Category } from '#contract/order-lists/edit.ts'
import { Button } from '#src/ui/Button.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { addCategoryProblem, changeAt, moveTo, type ListDraft } from './list-draft.ts'
import classes from './customer-lists.module.css'
import { ReorderList, type Mover } from './ReorderList.tsx'
import { RowActs, RowHandle } from './RowActs.tsx'

interface CategoriesViewProps {
  draft: ListDraft | undefined
  location: number | null
  onChange: (part: Partial<ListDraft>) => void
  /** Shows a category's products. */
  onOpen: (at: number) => void
}

/** C079: the list's categories in their order, to rename, move, add and remove. */
export function CategoriesView({ draft, location, onChange, onOpen }: CategoriesViewProps) {
  const categories = draft?.categories ?? []

  return (
    <section aria-label="Categories" className={classes.view}>
      <AddCategory
        draft={draft}
        location={location}
        onAdd={(category_name) => onChange({ categories: [...categories, { category_name, rows: [] }] })}
      />
      <ReorderList
        label="Categories"
        // A row's key is its place: two categories may have the same name while one is typed.
        keys={categories.map((_, at) => String(at))}
        nameOf={(at) => categories[at]!.category_name}
        onMove={(from, to) => onChange({ categories: moveTo(categories, from, to) })}
      >
        {(at, mover) => (
          <CategoryRow
            category={categories[at]!}
            mover={mover}
            onName={(category_name) =>
              onChange({ categories: changeAt(categories, at, (one) => ({ ...one, category_name })) })
            }
            onRemove={() => onChange({ categories: changeAt(categories, at, () => null) })}
            onOpen={() => onOpen(at)}
          />
        )}
      </ReorderList>
    </section>
  )
}

interface CategoryRowProps {
  category: Category
  mover: Mover
  onName: (name: string) => void
  onRemove: () => void
  onOpen: () => void
}

function CategoryRow({
  category: { category_name, rows },
  mover,
  onName,
  onRemove,
  onOpen,
}: CategoryRowProps) {
  return (
    <>
      <RowHandle what={category_name} mover={mover} />
      <LineInput
        className={classes.grow}
        maxLength={200}
        aria-label={`Name of category ${mover.at + 1}`}
        value={category_name}
        error={category_name.trim() === '' && 'A category needs a name.'}
        onChange={onName}
      />
      <span className={classes.count}>{rows.length === 1 ? '1 product' : `${rows.length} products`}</span>
      <RowActs
        what={category_name}
        mover={mover}
        remove={`Remove the category ${category_name}`}
        onRemove={onRemove}
      >
        <Button
          icon={<IconListDetails size={20} aria-hidden />}
          label={`Show the products of ${category_name}`}
          onClick={onOpen}
        >
          Open
        </Button>
      </RowActs>
    </>
  )
}

interface AddCategoryProps extends Pick<CategoriesViewProps, 'draft' | 'location'> {
  onAdd: (name: string) => void
}

function AddCategory({ draft, location, onAdd }: AddCategoryProps) {
  const [name, setName] = useState('')
  const problem = addCategoryProblem(draft, location, name)

  function add() {
    if (problem) return
    onAdd(name.trim())
    setName('')
  }

  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <LineInput label="Category name" maxLength={200} value={name} onChange={setName} />
      <Button kind="main" icon={<IconPlus size={20} aria-hidden />} reason={problem} onClick={add}>
        Add category
      </Button>
    </form>
  )
}
