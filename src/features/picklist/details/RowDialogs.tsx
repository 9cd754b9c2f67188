import { firstOf, type Line, nameOf } from '#contract/picking/lines.ts'
import { dayNow } from '#src/sync/today.ts'
import type { Act } from '#contract/orders/acts.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { orderedLine, revert } from '#contract/picking/substitution.ts'
import { productFacts } from '#contract/products/facts.ts'
import { SaveDialog as AskAndSave } from '#src/ui/LazySaveDialog.tsx'
import { errorText } from '#src/api/errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { lazy, Suspense, type ComponentType } from 'react'
import { deleteItems, substitute } from '#contract/picking/list-acts.ts'
import type { PickingContext } from '#src/picking/context.ts'
import { weightRefusal } from '../row-marks.ts'
import type { Dialog } from '../table/index.ts'
import { fieldReason } from '#contract/picking/field-rules.ts'
import type { PickerProps } from '../screen-props.ts'
import { sendAct } from '#src/sync/save-weights.ts'
import type { Acts } from './use-acts.ts'
import type { PickList } from '../use-pick-list.ts'

const AddItemDialog = lazy(() => import('./AddItemDialog.tsx'))
const DetailDialog = lazy(() => import('#src/ui/DetailDialog.tsx'))
const ItemHistory = lazy(() => import('#src/picking/ItemHistory.tsx'))
const SavePickListDialog = lazy(() => import('./SavePickListDialog.tsx'))
const SubstituteDialog = lazy(() => import('#src/picking/SubstituteDialog.tsx'))
const SubstitutionInformation = lazy(() => import('#src/picking/SubstitutionInformation.tsx'))
const WeightLotDialog = lazy(() => import('#src/picking/WeightLotDialog.tsx'))

export type OpenDialog = { kind: 'save' | 'add'; row?: undefined } | { kind: Dialog; row: Line }

interface RowDialogsProps {
  open: OpenDialog | null
  onClose: () => void
  reachable: boolean
  acts: Acts
  list: PickList
  context: PickingContext
  orderIds: readonly number[]
  Picker: ComponentType<PickerProps>
}

/** Returns the ordered product and its substitute. After a swap another line of the list says what was ordered. */
function substitutionOf(row: Line, items: readonly OrderItemRow[]) {
  const item = firstOf(row)
  const { original_product, product, units_ordered, cases_ordered } = item
  const ordered = orderedLine(item, items)
  return {
    original: {
      product: row.original,
      upc: original_product ?? '',
      units: ordered.units_originally_ordered,
      cases: ordered.cases_originally_ordered,
    },
    replacement: { product: row.product, upc: product, units: units_ordered, cases: cases_ordered },
  }
}

/** The one dialog that is open, with the row as it is now. */
export function RowDialogs({ open, onClose, ...props }: RowDialogsProps) {
  const { reachable, acts, list, context, orderIds } = props
  const { engine, person } = useSignedIn()
  if (!open) return null
  const rows = list.rows ?? []
  // The row of the moment when the dialog was opened is old as soon as something changes.
  const row = open.row && (rows.find(({ id }) => id === open.row.id) ?? open.row)

  const send = (act: Act) => sendAct(engine, act, weightRefusal(row))

  return (
    <Suspense>
      {open.kind === 'save' && (
        <SavePickListDialog orders={orderIds} rows={rows} settled={acts.settled} onClose={onClose} />
      )}
      {open.kind === 'add' && (
        <AddItemDialog
          orders={list.orders.filter(({ invoiced }) => !invoiced)}
          reachable={reachable}
          newId={engine.newId}
          run={acts.run}
          Picker={props.Picker}
          onClose={onClose}
        />
      )}
      {row && open.kind === 'substitute' && (
        <SubstituteDialog
          line={row}
          items={row.items}
          replace={(product, chosen) => acts.run(substitute(row, product, chosen?.get(firstOf(row).id)))}
          onClose={onClose}
        />
      )}
      {row && open.kind === 'information' && (
        <SubstitutionInformation
          {...substitutionOf(row, list.items)}
          revert={{
            reason: fieldReason('substitution', row, context.bulk),
            act: () => acts.run(revert(row, list.items)),
          }}
          onClose={onClose}
        />
      )}
      {row && open.kind === 'weights' && (
        <WeightLotDialog
          line={row}
          today={() => dayNow(engine.status.get().heard, new Date())}
          newId={engine.newId}
          run={acts.run}
          send={send}
          onClose={onClose}
        />
      )}
      {row?.product && open.kind === 'detail' && (
        <DetailDialog
          title={nameOf(row)}
          pictureUrl={row.product.url}
          text={row.product.api_description}
          facts={productFacts(row.product, person)}
          onClose={onClose}
        />
      )}
      {row && open.kind === 'history' && (
        <ItemHistory title={`History of ${nameOf(row)}`} items={row.items} onClose={onClose} />
      )}
      {row && open.kind === 'delete' && (
        <AskAndSave
          title={`Delete ${nameOf(row)}?`}
          act="Delete"
          kind="danger"
          save={async () => {
            const why = await acts.run(deleteItems(row))
            if (why !== null) throw new Error(why)
          }}
          explain={errorText}
          onBack={onClose}
        >
          The item leaves order {firstOf(row).order} for everybody, with its weights and lots.
        </AskAndSave>
      )}
    </Suspense>
  )
}
