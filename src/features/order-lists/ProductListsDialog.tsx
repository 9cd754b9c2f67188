import { WholeOrderList } from '#contract/order-lists/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { BigModal } from '#src/ui/BigModal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  addToList,
  moveOnList,
  nameOfList,
  removeFromList,
  standingOn,
  type ListedProduct,
  type ListName,
} from './management.ts'
import classes from './management.module.css'

interface ProductListsDialogProps {
  client: Client
  product: ListedProduct
  all: readonly ListedProduct[]
  lists: readonly ListName[]
  /** Reads everything again; what was done is then seen. */
  onDone: () => void
  onClose: () => void
}

/** C120: every order list, with what can be done there with one product. */
export default function ProductListsDialog(props: ProductListsDialogProps) {
  const { client, product, all, lists, onDone, onClose } = props
  const [typed, setTyped] = useState('')
  const shown = lists.filter((list) => nameOfList(list).toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <BigModal title={product.name} onClose={onClose} wide>
      <TextInput
        label="Order list"
        type="search"
        size="md"
        placeholder="Name of a location"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className={classes.choices} aria-label="Order lists">
        {shown.map((list) => (
          <li key={list.order_list_id} aria-label={nameOfList(list)}>
            <OneList client={client} product={product} all={all} list={list} onDone={onDone} />
          </li>
        ))}
      </ul>
    </BigModal>
  )
}

interface OneListProps extends Pick<ProductListsDialogProps, 'client' | 'product' | 'all' | 'onDone'> {
  list: ListName
}

function OneList({ client, product, all, list, onDone }: OneListProps) {
  const { order_list_id: id } = list
  const standing = standingOn(id, product, all)
  const [categories, setCategories] = useState<string[] | null>(null)
  const [category, setCategory] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(act: () => Promise<unknown>) {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(false)
  }
  /** C325. */
  const open = () =>
    run(async () => {
      const read = await client.api('GET', `orderlists/${id}`, { schema: WholeOrderList })
      setCategories(read.categories.map(({ category_name }) => category_name))
    })
  const change = (act: () => Promise<unknown>) =>
    run(async () => {
      // Also after a failure: something may have been done.
      await act().finally(onDone)
      setCategories(null)
      setCategory('')
    })
  const add = () =>
    standing.kind === 'other'
      ? moveOnList(
          client,
          id,
          { upc: standing.product.upc, category: standing.category },
          { upc: product.upc, category },
        )
      : addToList(client, id, product.upc, category)

  return (
    <>
      <div className={classes.product}>
        <b>{nameOfList(list)}</b>
        <p className={classes.lists}>
          {standing.kind === 'on' && `In ${standing.category}`}
          {standing.kind === 'off' && 'Not on it'}
          {standing.kind === 'other' &&
            `${standing.product.name} (${standing.product.upc}) of the same item code is in ${standing.category}`}
        </p>
      </div>
      {standing.kind === 'on' ? (
        <Button
          variant="default"
          size="md"
          loading={busy}
          onClick={() => void change(() => removeFromList(client, id, product.upc, standing.category))}
        >
          Remove
        </Button>
      ) : categories === null ? (
        <Button variant="default" size="md" loading={busy} onClick={() => void open()}>
          Choose a category
        </Button>
      ) : (
        <div className={classes.act}>
          <NativeSelect
            aria-label="Category"
            size="md"
            value={category}
            data={[{ value: '', label: 'Choose a category' }, ...categories]}
            onChange={(event) => setCategory(event.currentTarget.value)}
          />
          <ActionButton
            size="md"
            loading={busy}
            reason={category === '' && 'Choose a category.'}
            onClick={() => void change(add)}
          >
            {standing.kind === 'other' ? 'Move' : 'Add'}
          </ActionButton>
        </div>
      )}
      {problem && (
        <div className={classes.problem}>
          <ErrorNote>{problem}</ErrorNote>
        </div>
      )}
    </>
  )
}
