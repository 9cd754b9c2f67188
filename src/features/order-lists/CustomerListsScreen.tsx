import { can } from '#contract/permissions.ts'
import type { CompanyLocation } from '#contract/people/schema.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { PageHead } from '#src/kit/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLeaveGuard } from '#src/kit/use-leave-guard.tsx'
import { useSave } from '#src/kit/use-save.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { RestoredNote } from '#src/ui/RestoredNote.tsx'
import { NativeSelect, Skeleton } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { useCallback, useState, type ReactNode } from 'react'
import { CategoriesView } from './CategoriesView.tsx'
import classes from './customer-lists.module.css'
import { ListSettings } from './ListSettings.tsx'
import { ListTools } from './ListTools.tsx'
import { isListChanged, missingFrom, saveCall, type ListDraft, type SaveCall } from './list-draft.ts'
import { MissingItems } from './MissingItems.tsx'
import { PRODUCTS_FAILED, ProductsView } from './ProductsView.tsx'
import { LISTS_CHANGED } from './queries.ts'
import { useCustomerLists } from './use-customer-lists.ts'

interface CustomerListsScreenProps {
  /** The customer location of the address. */
  id: number
  /** The way to the customer's other pages. */
  tabs: ReactNode
}

/** C351. */
const SAVE_FAILED = 'There was an error while saving the orderlist information'
const NO_PRODUCTS: readonly never[] = []
const VIEWS = ['Categories', 'Products'] as const

/** A clash (docs/decisions/0032): what somebody else did is not written over, and what was typed here stays. */
const explain = (error: unknown): string =>
  error instanceof ApiError && error.status === 409
    ? `${errorText(error)} Your changes are still here: export them, discard them, and open this screen again for theirs.`
    : wholeText(error)

/** What is chosen above the two sub-views. */
interface Chosen {
  location: number | null
  list: ListDraft['id'] | null
  category: number | null
}

/** `/customer/{id}/orderlists`: what the locations of a customer order from (C079). Online only; saved when asked to (C220). */
export function CustomerListsScreen({ id, tabs }: CustomerListsScreenProps) {
  const { person } = useSignedIn()
  const serverReachable = useServerReachable()
  const state = useCustomerLists(id)
  const { lists, products, drafts, known } = state
  const { value } = lists
  const [view, setView] = useState<(typeof VIEWS)[number]>('Categories')
  const [picked, setPicked] = useState<Chosen | null>(null)
  const at = (location: number | null) => drafts.filter((one) => one.company_location === location)
  // What was left unsaved comes first, or nobody would know where it is.
  const [left] = state.restored
  const first = left
    ? { location: left.company_location, list: left.id }
    : { location: id, list: at(id)[0]?.id ?? null }
  const chosen: Chosen = picked ?? { ...first, category: 0 }
  const here = at(chosen.location)
  const draft = here.find((one) => one.id === chosen.list)
  const choose = (part: Partial<Chosen>) => setPicked({ ...chosen, ...part })
  const change = (part: Partial<ListDraft>) => draft && state.change(draft, part)
  const nameOf = (location: number | null) => value?.locations.find((one) => one.id === location)?.name ?? ''

  const hasUnsaved = state.unsaved.length > 0
  const question = useLeaveGuard(
    useCallback(() => hasUnsaved, [hasUnsaved]),
    'What you changed is not saved. It is here again when you come back in this tab.',
  )

  const { ask, dialog } = useSave({
    async call(client, { draft, call }: { draft: ListDraft; call: SaveCall }, key) {
      choose({ list: await state.save(client, draft, call, key) })
    },
    invalidates: LISTS_CHANGED,
    words: ({ draft }) => ({
      title: 'Save this order list?',
      body: `${nameOf(draft.company_location)} orders from it as soon as it is saved.`,
      saved: 'The order list has been saved.',
      failed: SAVE_FAILED,
    }),
    explain,
  })

  return (
    <div className={classes.page}>
      <PageHead title="Order Lists" note={value?.customer?.name} />
      {tabs}
      {!serverReachable && (value || picked) && (
        <OfflineNote>The server is not in reach. What you change is kept in this tab.</OfflineNote>
      )}
      <WhenRead reading={lists} waiting={<Skeleton height={420} radius="md" />}>
        {({ customer, locations }) =>
          customer ? (
            chosenLists(locations)
          ) : (
            <EmptyState icon={<IconMapPinOff size={40} />} title="There is no such customer location">
              Choose one from the customers.
            </EmptyState>
          )
        }
      </WhenRead>
      {dialog}
      {question}
    </div>
  )

  function chosenLists(locations: readonly CompanyLocation[]) {
    const missing = draft ? missingFrom(draft, known) : []
    return (
      <>
        <RestoredNote isRestored={state.restored.length > 0} discard={state.discardRestored} />
        <div className={classes.choices}>
          <NativeSelect
            label="Customer Location"
            size="md"
            value={chosen.location ?? ''}
            data={[
              { value: '', label: 'Choose a customer location' },
              ...locations.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
            onChange={({ currentTarget }) => {
              const location = currentTarget.value === '' ? null : Number(currentTarget.value)
              choose({ location, list: at(location)[0]?.id ?? null, category: 0 })
            }}
          />
          <NativeSelect
            label="Order List"
            size="md"
            value={draft?.id ?? ''}
            data={[
              { value: '', label: 'Choose an order list' },
              ...here.map((one) => ({ value: String(one.id), label: labelOf(one, nameOf(chosen.location)) })),
            ]}
            onChange={({ currentTarget }) =>
              choose({
                list: here.find((one) => String(one.id) === currentTarget.value)?.id ?? null,
                category: 0,
              })
            }
          />
        </div>
        {draft && <ListSettings draft={draft} onChange={change} />}
        <ListTools
          draft={draft}
          known={known}
          customer={nameOf(chosen.location)}
          reason={
            !can(person, 'catalogue.write')
              ? 'Only the office may change order lists.'
              : !serverReachable && NEEDS_SERVER
          }
          onNew={chosen.location === null ? null : () => choose({ list: state.add(chosen.location!).id })}
          onChange={change}
          onFound={(products) => state.learn(...products)}
          onDiscard={() => draft && state.discard(draft)}
          onSave={() => draft && ask({ draft, call: saveCall(draft, known) })}
        />
        {products.failure !== null && serverReachable && (
          <ReadFailure busy={products.busy} onRetry={products.reload}>
            {PRODUCTS_FAILED}
            <br />
            {errorText(products.failure)}
          </ReadFailure>
        )}
        <MissingItems missing={missing} known={known} />
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
            onChange={change}
            onOpen={(category) => {
              choose({ category })
              setView('Products')
            }}
          />
        ) : (
          <ProductsView
            draft={draft}
            location={chosen.location}
            known={known}
            loaded={products.value ?? NO_PRODUCTS}
            at={chosen.category}
            onAt={(category) => choose({ category })}
            onChange={change}
            onFound={state.learn}
          />
        )}
      </>
    )
  }
}

const labelOf = (draft: ListDraft, location: string): string =>
  [
    draft.public_name || location,
    typeof draft.id === 'number' ? ` (list ${draft.id})` : ' (new list)',
    isListChanged(draft) ? ', not saved yet' : '',
  ].join('')
