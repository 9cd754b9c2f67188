import { customerName } from '#contract/orders/customer-name.ts'
import { errorText } from '#src/api/errors.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { Button } from '#src/ui/Button.tsx'
import { plural, showDay, showDollars } from '#src/ui/format.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { holdsWords, wordsOf } from '#contract/words.ts'
import { Skeleton, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Choices } from './choices.ts'
import { missingWords } from './missing-words.ts'
import { ordersOfDaysQuery, receiptsQuery } from './queries.ts'
import classes from './receipts.module.css'

interface ChooseProps {
  choices: Choices
  onChange: (part: Partial<Choices>) => void
  /** Whether there is something to choose from, or only what is chosen. */
  isOpen: boolean
}

/** C313: the orders of the chosen days. Chosen orders of other days stay chosen. */
export function ChooseOrders({ choices, onChange, isOpen }: ChooseProps) {
  const { value, failure, busy, reload } = useServerQuery(ordersOfDaysQuery(choices.dateRange))
  const places = new Map(choices.orders.map(({ id, place }) => [id, place]))
  const rows = value?.map((order) => ({
    id: order.id,
    text: `${order.id} · ${order.company_location.name}`,
    more: [showDay(order.delivery_date), customerName(order.customer)].join(' · '),
  }))
  return (
    <ChooseRows
      noun="order"
      rows={rows ?? null}
      chosen={choices.ordersSelected.map((id) => ({ id, text: `${id} · ${places.get(id) ?? ''}` }))}
      isOpen={isOpen}
      empty="There are no orders on these days."
      failure={failure !== null ? { text: errorText(failure), busy, reload } : null}
      onChoose={(ids) => {
        const added = (value ?? []).filter(({ id }) => ids.includes(id) && !places.has(id))
        const orders = [
          ...choices.orders.filter(({ id }) => ids.includes(id)),
          ...added.map(({ id, company_location }) => ({ id, place: company_location.name })),
        ]
        onChange({ ordersSelected: ids, orders })
      }}
    />
  )
}

/** C312, C403. */
export function ChooseReceipts({ choices, onChange, isOpen }: ChooseProps) {
  const { pricingType } = choices
  const { value, failure, busy, reload } = useServerQuery(receiptsQuery(pricingType))
  const rows =
    value?.map((receipt) => ({
      id: receipt.id,
      text: receipt.description,
      more: [showDay(receipt.date), showDollars(receipt.total), missingWords(receipt)]
        .filter(Boolean)
        .join(' · '),
    })) ?? null
  const names = new Map(rows?.map(({ id, text }) => [id, text]))
  return (
    <ChooseRows
      noun="receipt"
      rows={rows}
      chosen={choices.receiptsSelected.map((id) => ({ id, text: names.get(id) ?? `Receipt ${id}` }))}
      isOpen={isOpen}
      empty={`There are no receipts with ${pricingType} prices.`}
      failure={failure !== null ? { text: errorText(failure), busy, reload } : null}
      onChoose={(ids) => onChange({ receiptsSelected: ids })}
    />
  )
}

interface Row {
  id: number
  text: string
  more: string
}

interface ChooseRowsProps {
  noun: 'order' | 'receipt'
  /** null while they are on their way. */
  rows: readonly Row[] | null
  chosen: readonly { id: number; text: string }[]
  isOpen: boolean
  empty: string
  failure: { text: string; busy: boolean; reload: () => void } | null
  /** With all that are chosen from then on. */
  onChoose: (ids: number[]) => void
}

/** C264, C265: ticked in a list, then added to what is compared. */
function ChooseRows({ noun, rows, chosen, isOpen, empty, failure, onChoose }: ChooseRowsProps) {
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [search, setSearch] = useState('')
  const title = noun === 'order' ? 'Orders' : 'Receipts'
  const ids = chosen.map(({ id }) => id)
  const words = wordsOf(search)
  const open = (rows ?? []).filter(({ id }) => !ids.includes(id))
  const offered = open.filter(({ text, more }) => holdsWords(`${text} ${more}`, words))
  // Rows that are gone are not chosen any more. Rows that another search hides stay ticked.
  const selected = open.filter(({ id }) => ticked.includes(id)).map(({ id }) => id)
  const isAll = offered.length > 0 && offered.every(({ id }) => ticked.includes(id))

  function tickAll() {
    const shown = offered.map(({ id }) => id)
    const others = ticked.filter((id) => !shown.includes(id))
    setTicked(isAll ? others : [...others, ...shown])
  }

  return (
    <section className={classes.choose} aria-label={title}>
      <h2>
        {title} <span className={classes.quiet}>{plural(chosen.length, noun)} chosen</span>
      </h2>
      {chosen.length > 0 && (
        <ChosenRows
          noun={noun}
          chosen={chosen}
          onRemove={(id) => onChoose(ids.filter((one) => one !== id))}
        />
      )}
      {failure && (
        <ReadFailure busy={failure.busy} onRetry={failure.reload}>
          {failure.text}
        </ReadFailure>
      )}
      {isOpen && !rows && !failure && <Skeleton height={180} radius="md" />}
      {isOpen && rows && (
        <>
          <div className={classes.pick}>
            <TextInput
              type="search"
              aria-label={`Search ${noun}s`}
              placeholder="Search"
              size="md"
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
            <Button reason={offered.length === 0 && `There are no ${noun}s to select.`} onClick={tickAll}>
              {isAll ? 'Select none' : 'Select all'}
            </Button>
            <Button
              kind="main"
              icon={<IconPlus size={20} aria-hidden />}
              reason={selected.length === 0 && `Select ${noun}s to add.`}
              onClick={() => {
                onChoose([...ids, ...selected])
                setTicked([])
              }}
            >
              Add
            </Button>
          </div>
          {offered.length === 0 ? (
            <p className={classes.quiet}>{rows.length === 0 ? empty : `No other ${noun}s.`}</p>
          ) : (
            <OfferedRows title={title} offered={offered} ticked={ticked} onTick={setTicked} />
          )}
        </>
      )}
    </section>
  )
}

interface ChosenRowsProps extends Pick<ChooseRowsProps, 'noun' | 'chosen'> {
  onRemove: (id: number) => void
}

function ChosenRows({ noun, chosen, onRemove }: ChosenRowsProps) {
  return (
    <ul className={classes.chosen} aria-label={`Chosen ${noun}s`}>
      {chosen.map(({ id, text }) => (
        <li key={id}>
          <span>{text}</span>
          <button type="button" aria-label={`Remove ${text}`} onClick={() => onRemove(id)}>
            <IconX size={18} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface OfferedRowsProps {
  title: string
  offered: readonly Row[]
  ticked: readonly number[]
  onTick: (ticked: readonly number[]) => void
}

function OfferedRows({ title, offered, ticked, onTick }: OfferedRowsProps) {
  return (
    // A list that scrolls is reached by keyboard (axe, scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes.offered} aria-label={`${title} to choose from`} tabIndex={0}>
      {offered.map(({ id, text, more }) => (
        <li key={id}>
          <label>
            <input
              type="checkbox"
              checked={ticked.includes(id)}
              onChange={({ currentTarget }) =>
                onTick(currentTarget.checked ? [...ticked, id] : ticked.filter((one) => one !== id))
              }
            />
            <span>
              {text}
              <small>{more}</small>
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
