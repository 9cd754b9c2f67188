import { can } from '#contract/permissions.ts'
import type { ListedLocation } from '#src/queries/locations.ts'
import { errorText } from '#src/api/errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { Button } from '#src/ui/Button.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { RestoredNote } from '#src/ui/RestoredNote.tsx'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { CategoriesView } from './CategoriesView.tsx'
import classes from './customer-lists.module.css'
import { ListSettings } from './ListSettings.tsx'
import { ListTools } from './ListTools.tsx'
import { isListChanged, missingFrom, openCategoryAfter, type ListDraft } from './list-draft.ts'
import { MissingItems } from './MissingItems.tsx'
import { PRODUCTS_FAILED, ProductsView } from './ProductsView.tsx'
import type { useCustomerLists } from './use-customer-lists.ts'

const NO_PRODUCTS: readonly never[] = []
const VIEWS = ['Categories', 'Products'] as const

type EditedLists = ReturnType<typeof useCustomerLists>

/** The choices above the two sub-views. */
interface Chosen {
  location: number | null
  list: ListDraft['id'] | null
  category: number | null
}

/**
 * The list on show, and which of its views.
 *
 * @param id the location of the address
 */
export function useListChoice(id: number, { lists, drafts, restored, idNow }: EditedLists) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('Categories')
  const [picked, setPicked] = useState<Chosen | null>(null)
  const at = (location: number | null) => drafts.filter((one) => one.company_location === location)
  // A list with restored changes comes first, or the person would not find them.
  const [left] = restored
  const first = left
    ? { location: left.company_location, list: left.id }
    : { location: id, list: at(id)[0]?.id ?? null }
  const chosen: Chosen = picked ?? { ...first, category: 0 }
  const here = at(chosen.location)
  return {
    chosen,
    isPicked: picked !== null,
    choose: (part: Partial<Chosen>) => setPicked({ ...chosen, ...part }),
    chooseLocation: (location: number | null) =>
      setPicked({ location, list: at(location)[0]?.id ?? null, category: 0 }),
    /** The lists of the chosen location, and the chosen list. */
    here,
    draft: here.find((one) => one.id === idNow(chosen.list)),
    nameOf: (location: number | null) =>
      lists.value?.locations.find((one) => one.id === location)?.name ?? '',
    view,
    setView,
  }
}

type ListChoice = ReturnType<typeof useListChoice>

interface ChosenListProps {
  state: EditedLists
  choice: ListChoice
  locations: readonly ListedLocation[]
  onSave: (draft: ListDraft) => void
}

/** The choice of the list, its tools, and its content. */
export function ChosenList({ state, choice, locations, onSave }: ChosenListProps) {
  const { person } = useSignedIn()
  const serverReachable = useServerReachable()
  const { products, known } = state
  const { chosen, choose, draft } = choice
  const change = (part: Partial<ListDraft>) => draft && state.change(draft, part)
  return (
    <>
      <RestoredNote isRestored={state.restored.length > 0} discard={state.discardRestored} />
      <ListChoices choice={choice} locations={locations} />
      {draft && <ListSettings draft={draft} onChange={change} />}
      <ListTools
        draft={draft}
        known={known}
        customer={choice.nameOf(chosen.location)}
        reason={
          !can(person, 'catalogue.write')
            ? 'Only the office may change order lists.'
            : !serverReachable && NEEDS_SERVER
        }
        onNew={chosen.location === null ? null : () => choose({ list: state.add(chosen.location!).id })}
        onChange={change}
        onFound={(products) => state.learn(...products)}
        onDiscard={() => draft && state.discard(draft)}
        onSave={() => draft && onSave(draft)}
      />
      {products.failure !== null && serverReachable && (
        <ReadFailure busy={products.busy} onRetry={products.reload}>
          {PRODUCTS_FAILED}
          <br />
          {errorText(products.failure)}
        </ReadFailure>
      )}
      <MissingItems missing={draft ? missingFrom(draft, known) : []} known={known} />
      <ListViews state={state} choice={choice} onChange={change} />
    </>
  )
}

interface ListChoicesProps {
  choice: ListChoice
  locations: readonly ListedLocation[]
}

function ListChoices({ choice, locations }: ListChoicesProps) {
  const { chosen, here, draft } = choice
  return (
    <div className={classes.choices}>
      <NativeSelect
        label="Customer Location"
        size="md"
        value={chosen.location ?? ''}
        data={[
          { value: '', label: 'Choose a customer location' },
          ...locations.map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          choice.chooseLocation(value === '' ? null : Number(value))
        }
      />
      <NativeSelect
        label="Order List"
        size="md"
        value={draft?.id ?? ''}
        data={[
          { value: '', label: 'Choose an order list' },
          ...here.map((one) => ({
            value: String(one.id),
            label: labelOf(one, choice.nameOf(chosen.location)),
          })),
        ]}
        onChange={({ currentTarget }) =>
          choice.choose({
            list: here.find((one) => String(one.id) === currentTarget.value)?.id ?? null,
            category: 0,
          })
        }
      />
    </div>
  )
}

interface ListViewsProps {
  state: EditedLists
  choice: ListChoice
  onChange: (part: Partial<ListDraft>) => void
}

/** The content of the list: its categories, or the products of one of them. */
function ListViews({ state, choice, onChange }: ListViewsProps) {
  const { chosen, choose, draft, view, setView } = choice
  /** The open category stays open where the others move. */
  function changeCategories(part: Partial<ListDraft>) {
    const { categories } = part
    const category =
      draft && categories ? openCategoryAfter(draft.categories, categories, chosen.category) : chosen.category
    if (category !== chosen.category) choose({ category })
    onChange(part)
  }
  return (
    <>
      <div role="group" aria-label="Show" className={classes.views}>
        {VIEWS.map((one) => (
          <Button key={one} isPressed={view === one} onClick={() => setView(one)}>
            {one}
          </Button>
        ))}
      </div>
      {view === 'Categories' ? (
        <CategoriesView
          draft={draft}
          location={chosen.location}
          onChange={changeCategories}
          onOpen={(category) => {
            choose({ category })
            setView('Products')
          }}
        />
      ) : (
        <ProductsView
          draft={draft}
          location={chosen.location}
          known={state.known}
          loaded={state.products.value ?? NO_PRODUCTS}
          at={chosen.category}
          onAt={(category) => choose({ category })}
          onChange={onChange}
          onFound={state.learn}
        />
      )}
    </>
  )
}

const labelOf = (draft: ListDraft, location: string): string =>
  [
    draft.public_name || location,
    typeof draft.id === 'number' ? ` (list ${draft.id})` : ' (new list)',
    isListChanged(draft) ? ', not saved yet' : '',
  ].join('')
