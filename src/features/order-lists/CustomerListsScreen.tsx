import { ApiError, errorText } from '#src/api/errors.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useLeaveGuard } from '#src/kit/form/use-leave-guard.tsx'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { Skeleton } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { useCallback, type ReactNode } from 'react'
import { ChosenList, useListChoice } from './ChosenList.tsx'
import classes from './customer-lists.module.css'
import { saveCall, type ListDraft, type SaveCall } from './list-draft.ts'
import { LISTS_CHANGED } from './queries.ts'
import { useCustomerLists } from './use-customer-lists.ts'

interface CustomerListsScreenProps {
  /** The customer location of the address. */
  id: number
  /** The links to the customer's other pages. */
  tabs: ReactNode
}

/** C351. */
const SAVE_FAILED = 'There was an error while saving the orderlist information'

/**
 * A clash (docs/decisions/0032): the save does not overwrite another user's change, and the typed changes stay here.
 */
const explain = (error: unknown): string =>
  error instanceof ApiError && error.status === 409
    ? `${errorText(error)} Your changes are still here: export them, discard them, and open this screen again for theirs.`
    : wholeText(error)

/** `/customer/{id}/orderlists`: the order lists of a customer's locations (C079). Online only; saved by Save (C220). */
export function CustomerListsScreen({ id, tabs }: CustomerListsScreenProps) {
  const serverReachable = useServerReachable()
  const state = useCustomerLists(id)
  const choice = useListChoice(id, state)
  const { value } = state.lists

  const hasUnsaved = state.unsaved.length > 0
  const question = useLeaveGuard(
    useCallback(() => hasUnsaved, [hasUnsaved]),
    'What you changed is not saved. It is here again when you come back in this tab.',
  )

  const { ask, dialog } = useSave({
    async call(client, { draft, call }: { draft: ListDraft; call: SaveCall }, key) {
      choice.choose({ list: await state.save(client, draft, call, key) })
    },
    invalidates: LISTS_CHANGED,
    words: ({ draft }) => ({
      title: 'Save this order list?',
      body: `${choice.nameOf(draft.company_location)} orders from it as soon as it is saved.`,
      saved: 'The order list has been saved.',
      failed: SAVE_FAILED,
    }),
    explain,
  })

  return (
    <div className={classes.page}>
      <PageHead title="Order Lists" note={value?.customer?.name} />
      {tabs}
      {!serverReachable && (value || choice.isPicked) && (
        <OfflineNote>The server is not in reach. What you change is kept in this tab.</OfflineNote>
      )}
      <WhenRead reading={state.lists} waiting={<Skeleton height={420} radius="md" />}>
        {({ customer, locations }) =>
          customer ? (
            <ChosenList
              state={state}
              choice={choice}
              locations={locations}
              onSave={(draft) => ask({ draft, call: saveCall(draft, state.known) })}
            />
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
}
