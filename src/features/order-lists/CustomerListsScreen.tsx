import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { Button, NativeSelect, Skeleton, Switch } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CategoriesView } from './CategoriesView.tsx'
import classes from './customer-lists.module.css'
import { ListTools } from './ListTools.tsx'
import { isChanged, missingFrom, type Draft } from './list-draft.ts'
import { MissingItems } from './MissingItems.tsx'
import { PRODUCTS_FAILED, ProductsView } from './ProductsView.tsx'
import { useCustomerLists } from './use-customer-lists.ts'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

export interface CustomerListsScreenProps {
  /** The customer location of the address. */
  id: number
  client: Client
  person: User | null
  serverReachable: boolean
  newId: () => string
  /** The way to the customer's other pages. */
  tabs: ReactNode
}

/** C351. */
const SAVE_FAILED = 'There was an error while saving the orderlist information'
const VIEWS = ['Categories', 'Products'] as const

/** A clash (docs/decisions/0032): what somebody else did is not written over, and what was typed here stays. */
const explain = (error: unknown): string =>
  error instanceof ApiError && error.status === 409
    ? `${errorText(error)} Your changes are still here: export them, discard them, and open this screen again for theirs.`
    : wholeText(error)

/** What is chosen above the two sub-views. */
interface Chosen {
  location: number | null
  list: Draft['id'] | null
  category: number | null
}

/** `/customer/{id}/orderlists`: what the locations of a customer order from (C079). Online only; saved when asked to (C220). */
export function CustomerListsScreen(props: CustomerListsScreenProps) {
  const { id, client, person, serverReachable, newId, tabs } = props
  const state = useCustomerLists({ client, newId }, id, serverReachable)
  const { value, drafts, known, failure } = state
  const [view, setView] = useState<(typeof VIEWS)[number]>('Categories')
  const [picked, setPicked] = useState<Chosen | null>(null)
  const [isSaving, setSaving] = useState(false)
  const at = (location: number | null) => drafts.filter((one) => one.company_location === location)
  const chosen: Chosen = picked ?? { location: id, list: at(id)[0]?.id ?? null, category: 0 }
  const here = at(chosen.location)
  const draft = here.find((one) => one.id === chosen.list)
  const choose = (part: Partial<Chosen>) => setPicked({ ...chosen, ...part })
  const change = (part: Partial<Draft>) => draft && state.change(draft, part)
  const nameOf = (location: number | null) => value?.locations.find((one) => one.id === location)?.name ?? ''

  return (
    <div className={classes.page}>
      <header>
        <h1>Order Lists</h1>
        <p className={classes.quiet}>{value?.customer?.name}</p>
      </header>
      {tabs}
      {!serverReachable && (value || picked) && (
        <OfflineNote>
          The server is not in reach. What you changed is kept here while this screen is open.
        </OfflineNote>
      )}
      {body()}
      <Suspense>
        {isSaving && draft && (
          <SaveDialog
            title="Save this order list?"
            save={async () => choose({ list: await state.save(draft) })}
            saved="The order list has been saved."
            failed={SAVE_FAILED}
            explain={explain}
            onBack={() => setSaving(false)}
            onSaved={() => setSaving(false)}
          >
            {`${nameOf(draft.company_location)} orders from it as soon as it is saved.`}
          </SaveDialog>
        )}
      </Suspense>
    </div>
  )

  function body() {
    if (!value && !serverReachable) return <NeedsServer />
    if (!value && failure !== null)
      return (
        <>
          <ErrorNote>{errorText(failure)}</ErrorNote>
          <TryAgain busy={state.busy} onClick={state.reload} />
        </>
      )
    if (!value || !person) return <Skeleton height={420} radius="md" />
    if (!value.customer)
      return (
        <EmptyState icon={<IconMapPinOff size={40} />} title="There is no such customer location">
          Choose one from the customers.
        </EmptyState>
      )
    const missing = draft ? missingFrom(draft, known) : []
    return (
      <>
        <div className={classes.choices}>
          <NativeSelect
            label="Customer Location"
            size="md"
            value={chosen.location ?? ''}
            data={[
              { value: '', label: 'Choose a customer location' },
              ...value.locations.map((one) => ({ value: String(one.id), label: one.name })),
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
          {draft && (
            <Switch
              label="Visible to the customer"
              size="md"
              checked={draft.visible}
              onChange={({ currentTarget: { checked } }) => change({ visible: checked })}
            />
          )}
        </div>
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
          onDiscard={() => draft && state.discard(draft)}
          onSave={() => setSaving(true)}
        />
        {state.productsFailure !== null && serverReachable && (
          <>
            <ErrorNote>
              {PRODUCTS_FAILED}
              <br />
              {errorText(state.productsFailure)}
            </ErrorNote>
            <TryAgain busy={false} onClick={state.reloadProducts} />
          </>
        )}
        <MissingItems missing={missing} known={known} />
        <div role="group" aria-label="Show" className={classes.views}>
          {VIEWS.map((one) => (
            <Button
              key={one}
              size="md"
              variant={view === one ? 'filled' : 'default'}
              aria-pressed={view === one}
              onClick={() => setView(one)}
            >
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
            client={client}
            draft={draft}
            location={chosen.location}
            known={known}
            loaded={state.products}
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

const labelOf = (draft: Draft, location: string): string =>
  [
    draft.public_name || location,
    typeof draft.id === 'number' ? ` (list ${draft.id})` : ' (new list)',
    isChanged(draft) ? ', not saved yet' : '',
  ].join('')

const TryAgain = ({ busy, onClick }: { busy: boolean; onClick: () => void }) => (
  <div>
    <Button variant="default" size="md" loading={busy} onClick={onClick}>
      Try again
    </Button>
  </div>
)
