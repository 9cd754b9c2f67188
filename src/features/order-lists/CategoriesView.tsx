import { Button } from '#src/ui/Button.tsx'
import { TextInput } from '@mantine/core'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { addCategoryProblem, changeAt, moveTo, type ListDraft } from './list-draft.ts'
import classes from './customer-lists.module.css'
import { HandleWords, RowActs, RowHandle } from './RowActs.tsx'
import { useReorder } from './use-reorder.tsx'

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
  const words = useId()
  const { list, said, rowProps, moverOf } = useReorder({
    count: categories.length,
    nameOf: (at) => categories[at]!.category_name,
    onMove: (from, to) => onChange({ categories: moveTo(categories, from, to) }),
  })

  return (
    <section aria-label="Categories" className={classes.view}>
      <AddCategory
        draft={draft}
        location={location}
        onAdd={(category_name) => onChange({ categories: [...categories, { category_name, rows: [] }] })}
      />
      <HandleWords id={words} />
      <p role="status" className={classes.quiet}>
        {said}
      </p>
      <ol ref={list} className={classes.rows} aria-label="Categories">
        {categories.map(({ category_name, rows }, at) => (
          // A row's key is its place: two categories may have the same name while one is typed.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className={classes.row} {...rowProps(at)}>
            <RowHandle
              what={category_name}
              at={at}
              count={categories.length}
              mover={moverOf(at)}
              describedBy={words}
            />
            <TextInput
              className={classes.grow}
              size="md"
              maxLength={200}
              autoComplete="off"
              aria-label={`Name of category ${at + 1}`}
              value={category_name}
              error={category_name.trim() === '' && 'A category needs a name.'}
              onChange={(event) => {
                const { value } = event.currentTarget
                onChange({
                  categories: changeAt(categories, at, (one) => ({ ...one, category_name: value })),
                })
              }}
            />
            <span className={classes.count}>
              {rows.length === 1 ? '1 product' : `${rows.length} products`}
            </span>
            <RowActs
              what={category_name}
              at={at}
              count={categories.length}
              mover={moverOf(at)}
              remove={`Remove the category ${category_name}`}
              onRemove={() => onChange({ categories: changeAt(categories, at, () => null) })}
            >
              <Button
                icon={<IconListDetails size={20} aria-hidden />}
                label={`Show the products of ${category_name}`}
                onClick={() => onOpen(at)}
              >
                Open
              </Button>
            </RowActs>
          </li>
        ))}
      </ol>
    </section>
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
      <TextInput
        label="Category name"
        size="md"
        maxLength={200}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button kind="main" icon={<IconPlus size={20} aria-hidden />} reason={problem} onClick={add}>
        Add category
      </Button>
    </form>
  )
}
