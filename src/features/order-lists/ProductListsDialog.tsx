import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  addToList,
  moveOnList,
  nameOfList,
  OffTheList,
  removeFromList,
  standingOn,
  type ManagedProduct,
  type ListName,
  type Spot,
  type Standing,
} from './management.ts'
import classes from './management.module.css'
import { LISTS_CHANGED, listCategoriesQuery, type ListCategory } from './queries.ts'

interface ProductListsDialogProps {
  product: ManagedProduct
  all: readonly ManagedProduct[]
  lists: readonly ListName[]
  /** A move has stopped in the middle: the screen says so until it is settled. */
  onOff: (off: OffTheList) => void
  onClose: () => void
}

/** C120: every order list, with what can be done there with one product. */
export default function ProductListsDialog({ product, all, lists, onOff, onClose }: ProductListsDialogProps) {
  const [typed, setTyped] = useState('')
  /** What becomes of the last change of a list: a list whose change runs, or has failed, stays on show. */
  const [changes, setChanges] = useState<ReadonlyMap<number, 'runs' | 'failed'>>(new Map())
  const setChange = (list: number, change: 'runs' | 'failed' | null) =>
    setChanges((before) => {
      const after = new Map(before)
      if (change) after.set(list, change)
      else after.delete(list)
      return after
    })
  const shown = lists.filter(
    (list) =>
      changes.has(list.order_list_id) || nameOfList(list).toLowerCase().includes(typed.trim().toLowerCase()),
  )
  return (
    <Modal title={product.name} onClose={onClose} size="wide" isBusy={[...changes.values()].includes('runs')}>
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
            <OneList
              product={product}
              all={all}
              list={list}
              onOff={onOff}
              onChange={(change) => setChange(list.order_list_id, change)}
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

interface OneListProps extends Pick<ProductListsDialogProps, 'product' | 'all' | 'onOff'> {
  list: ListName
  /** Called when a change of the list begins, with null when it is done, and when it has failed. */
  onChange: (change: 'runs' | 'failed' | null) => void
}

function OneList({ product, all, list, onOff, onChange }: OneListProps) {
  const { newId } = useSignedIn().engine
  const { order_list_id: id } = list
  const standing = standingOn(id, product, all)
  const [isChoosing, setChoosing] = useState(false)
  const categories = useServerQuery(listCategoriesQuery(id), { enabled: isChoosing })
  const [category, setCategory] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const call = useCall({
    call: (client, act: (client: Client) => Promise<unknown>) => act(client),
    invalidates: LISTS_CHANGED,
  })

  async function change(act: (client: Client) => Promise<unknown>) {
    setBusy(true)
    setProblem(null)
    onChange('runs')
    try {
      await call(act)
      setChoosing(false)
      setCategory('')
      onChange(null)
    } catch (error) {
      onChange('failed')
      if (error instanceof OffTheList) onOff(error)
      else setProblem(wholeText(error))
    }
    setBusy(false)
  }
  const add = (client: Client) =>
    standing.kind === 'other'
      ? moveOnList(
          client,
          id,
          spotOf(standing, categories.value ?? []),
          { upc: product.upc, category },
          newId,
        )
      : addToList(client, id, { upc: product.upc, category }, newId())
  const why = problem ?? (isChoosing && categories.failure !== null ? errorText(categories.failure) : null)

  return (
    <>
      <div className={classes.product}>
        <b>{nameOfList(list)}</b>
        <p className={classes.lists}>{standingWords(standing)}</p>
      </div>
      {standing.kind === 'on' ? (
        <Button
          isBusy={busy}
          onClick={() =>
            void change((client) =>
              removeFromList(client, id, { upc: product.upc, category: standing.category }, newId()),
            )
          }
        >
          Remove
        </Button>
      ) : !isChoosing || categories.value === null ? (
        <Button
          isBusy={isChoosing && categories.busy}
          onClick={() => (isChoosing ? categories.reload() : setChoosing(true))}
        >
          Choose a category
        </Button>
      ) : (
        <CategoryChoice
          names={categories.value.map(({ name }) => name)}
          chosen={category}
          onChoose={setCategory}
          act={standing.kind === 'other' ? 'Move' : 'Add'}
          isBusy={busy}
          onAct={() => void change(add)}
        />
      )}
      {why !== null && (
        <div className={classes.problem}>
          <ErrorNote>{why}</ErrorNote>
        </div>
      )}
    </>
  )
}

interface CategoryChoiceProps {
  names: readonly string[]
  /** Empty while none is. */
  chosen: string
  onChoose: (category: string) => void
  /** What is done with the product then. */
  act: string
  isBusy: boolean
  onAct: () => void
}

function CategoryChoice({ names, chosen, onChoose, act, isBusy, onAct }: CategoryChoiceProps) {
  return (
    <div className={classes.act}>
      <NativeSelect
        aria-label="Category"
        size="md"
        value={chosen}
        data={[{ value: '', label: 'Choose a category' }, ...names]}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      <Button kind="main" isBusy={isBusy} reason={chosen === '' && 'Choose a category.'} onClick={onAct}>
        {act}
      </Button>
    </div>
  )
}

function standingWords(standing: Standing): string {
  if (standing.kind === 'on') return `In ${standing.category}`
  if (standing.kind === 'off') return 'Not on it'
  const { product, category } = standing
  return `${product.name} (${product.upc}) of the same item code is in ${category}`
}

/** Returns the place of the other product of the item code. */
function spotOf(
  { product: { upc }, category }: Extract<Standing, { kind: 'other' }>,
  categories: readonly ListCategory[],
): Spot {
  const place = categories.find(({ name }) => name === category)?.upcs.indexOf(upc) ?? -1
  return { upc, category, ...(place >= 0 && { place }) }
}
