import { isLocked, type Line, type Products } from '#contract/picking/lines.ts'
import { isOutOfStock } from '#contract/picking/state.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { can } from '#contract/permissions.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { to, type From } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { snackbar } from '#src/ui/snackbar.ts'
import { TextInput } from '@mantine/core'
import {
  IconChecks,
  IconDots,
  IconFileImport,
  IconPlus,
  IconPrinter,
  IconReceiptDollar,
  IconSearch,
} from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { allPickedText, toggleAllPicked, type PickMemory } from '#contract/picking/list-acts.ts'
import classes from './details.module.css'
import { ExportControl } from './ExportControl.tsx'
import type { PickingContext } from '#src/picking/context.ts'
import type { Acts } from './use-acts.ts'

interface DetailsToolbarProps {
  from: From
  context: PickingContext
  rows: readonly Line[] | null
  /** All items of the orders, those that the location filter hides too. */
  items: readonly OrderItemRow[]
  products: Products
  memory: PickMemory
  acts: Acts
  busy: boolean
  reachable: boolean
  filter: string
  onFilter: (typed: string) => void
  view: 'cards' | 'table'
  onView: (view: 'cards' | 'table') => void
  onAdd: () => void
  /** Why there is no order that an item could be added to; null: there is one. */
  addReason: string | null
  onFees: () => void
  /** Why there is no order whose fees could be changed; null: there is one. */
  feesReason: string | null
  onProblem: (text: string | null) => void
}

/** On so narrow a screen the tools would push the list off it: they open with a press. */
const PHONE = '(max-width: 40em)'

/** The acts on the list as a whole. */
export function DetailsToolbar(props: DetailsToolbarProps) {
  const { from, context, rows, filter, view } = props
  const { engine, person } = useSignedIn()
  const mayAdd = can(person, 'items.add')
  const { db } = engine
  const warehouses = useLiveQuery(() => db.warehouses.toArray(), [db])
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)

  return (
    <div className={classes.toolbar}>
      <TextInput
        className={classes.filter}
        type="search"
        aria-label="Filter"
        placeholder="Filter"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={filter}
        onChange={(event) => props.onFilter(event.currentTarget.value)}
      />
      {isPhone && (
        <Button isOpen={isOpen} icon={<IconDots size={18} aria-hidden />} onClick={() => setOpen(!isOpen)}>
          Tools
        </Button>
      )}
      {(!isPhone || isOpen) && (
        <div className={classes.tools}>
          {mayAdd && (
            <Button icon={<IconPlus size={18} aria-hidden />} reason={props.addReason} onClick={props.onAdd}>
              Add New Item
            </Button>
          )}
          {can(person, 'fees.manage') && context.orders.length === 1 && (
            <Button
              icon={<IconReceiptDollar size={18} aria-hidden />}
              reason={props.feesReason}
              onClick={props.onFees}
            >
              Fees
            </Button>
          )}
          <ButtonLink
            to={to.pickListPrint(from)}
            state={context}
            icon={<IconPrinter size={18} aria-hidden />}
          >
            Print
          </ButtonLink>
          <ButtonLink
            to={to.inventoryBulk()}
            icon={<IconFileImport size={18} aria-hidden />}
            reason={!can(person, 'catalogue.write') && 'Only the office may import an inventory.'}
          >
            Import
          </ButtonLink>
          <ExportControl
            items={props.items}
            products={props.products}
            warehouses={warehouses ?? []}
            orders={context.orders}
            reachable={props.reachable}
            onProblem={props.onProblem}
          />
          <Button onClick={() => props.onView(view === 'cards' ? 'table' : 'cards')}>
            {view === 'cards' ? 'Table view' : 'Card view'}
          </Button>
        </div>
      )}
      <div className={classes.all}>
        <AllPicked rows={rows} memory={props.memory} acts={props.acts} filter={filter} busy={props.busy} />
      </div>
    </div>
  )
}

type AllPickedProps = Pick<DetailsToolbarProps, 'rows' | 'memory' | 'acts' | 'filter' | 'busy'>

function AllPicked({ rows, memory, acts, filter, busy }: AllPickedProps) {
  const open = rows?.filter((row) => !isLocked(row)) ?? []
  const inStock = open.filter((row) => !isOutOfStock(row))
  const reason =
    (filter !== '' && 'Empty the filter first: this is for every row.') ||
    (inStock.length === 0 && 'Nothing here can be picked.') ||
    (busy && 'Storing …')

  /** A198, at once; a message says what it did, and Undo takes all of it back. */
  async function pickAll() {
    const act = toggleAllPicked(open, memory)
    if ((await acts.run(act)) === null && act) snackbar(allPickedText(open, act))
  }
  return (
    <Button icon={<IconChecks size={18} aria-hidden />} reason={reason} onClick={() => void pickAll()}>
      All picked
    </Button>
  )
}
