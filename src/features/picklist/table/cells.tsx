/** The contents of a row's cells: the same controls in the table and in the cards. */
import { type CountField, countOf, firstOf, type Line, nameOf } from '#contract/picking/lines.ts'
import { isOutOfStock, isPicked, isTaxable } from '#contract/picking/state.ts'
import { isOverridden, originallyOrdered } from '#contract/picking/overrides.ts'
import { can } from '#contract/permissions.ts'
import { subitemTypeOf } from '#contract/orders/before-invoice.ts'
import { showMoney } from '#src/ui/format.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { cents, money } from '#contract/money.ts'
import { FloorLink } from '#src/kit/links/ButtonLink.tsx'
import { PlainLink } from '#src/kit/links/PlainLink.tsx'
import { Button } from '#src/ui/Button.tsx'
import { snackbar } from '#src/ui/snackbar.ts'
import { to, type Address } from '#src/paths.ts'
import {
  IconAlertTriangle,
  IconClockUp,
  IconHistory,
  IconInfoCircle,
  IconPencil,
  IconReplace,
  IconScale,
  IconSparkles,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { DraftInput } from './DraftInput.tsx'
import classes from './fields.module.css'
import type { RowProps } from './row-props.ts'
import { moneyProblem, readMoney, readText } from './read-typed.ts'
import { readQuantity } from '#contract/picking/presses.ts'
import { type Flag } from '../row-marks.ts'
import { deleteReason, fieldReason, officeReason } from '#contract/picking/field-rules.ts'
import { isSubstituted } from '#contract/picking/substitution.ts'

export const COUNT_LABELS: Record<CountField, string> = {
  units_ordered: 'Units Ordered',
  unit_quantity: 'Units Picked',
  cases_ordered: 'Cases Ordered',
  case_quantity: 'Cases Picked',
}

/**
 * A quantity: typed, highlighted where it is overridden, and reset with one press. In a bulk pull it is the sum, and
 * read-only.
 */
export function CountCell({ row, bulk, does, field }: RowProps & { field: CountField }) {
  const item = firstOf(row)
  return (
    <DraftInput
      label={`${COUNT_LABELS[field]}, ${nameOf(row)}`}
      field={field}
      kind="count"
      value={String(countOf(row, field))}
      read={(typed) => String(readQuantity(typed))}
      reason={fieldReason(field, row, bulk)}
      onSet={(value) => does.set(row, { [field]: Number(value) })}
      overridden={
        !bulk && isOverridden(item, field)
          ? { original: originallyOrdered(item, field), onReset: () => does.reset(row, field) }
          : undefined
      }
    />
  )
}

export function BinField({ row, bulk, does }: RowProps) {
  const own = firstOf(row).bin_override ?? ''
  const product = row.product?.bin ?? ''
  return (
    <DraftInput
      label={`Bin, ${nameOf(row)}`}
      field="bin"
      kind="text"
      value={bulk ? row.bin : own || product}
      placeholder={product}
      read={readText}
      reason={fieldReason('bin_override', row, bulk)}
      // Typing the product's own bin, or nothing, removes the override.
      onSet={(value) => does.set(row, { bin_override: value === '' || value === product ? null : value })}
    />
  )
}

export function Coupon({ row, bulk, person, does }: RowProps) {
  const sum = row.items.reduce((total, item) => total + cents(item.coupon_amount), 0n)
  const reason = officeReason('coupon_amount', row, bulk, person)
  return (
    <>
      <DraftInput
        label={`Coupon amount, ${nameOf(row)}`}
        field="coupon_amount"
        kind="money"
        value={money(sum)}
        read={readMoney}
        problemOf={moneyProblem}
        reason={reason}
        onSet={(coupon_amount) => does.set(row, { coupon_amount })}
      />
      <DraftInput
        label={`Coupon note, ${nameOf(row)}`}
        field="coupon_note"
        kind="text"
        placeholder="Note"
        value={bulk ? '' : firstOf(row).coupon_note}
        read={readText}
        reason={reason}
        onSet={(coupon_note) => does.set(row, { coupon_note })}
      />
    </>
  )
}

export function PickedCheck({ row, bulk, does }: RowProps) {
  return (
    <Check
      label={`Picked, ${nameOf(row)}`}
      checked={isPicked(row)}
      reason={fieldReason('picked', row, bulk)}
      onToggle={() => does.togglePicked(row)}
    />
  )
}
export function OutOfStockCheck({ row, bulk, does }: RowProps) {
  return (
    <Check
      label={`Out of Stock, ${nameOf(row)}`}
      checked={isOutOfStock(row)}
      reason={fieldReason('out_of_stock', row, bulk)}
      onToggle={() => does.toggleOutOfStock(row)}
    />
  )
}
export function TaxableCheck({ row, bulk, person, does }: RowProps) {
  const checked = isTaxable(row)
  return (
    <Check
      label={`Taxable, ${nameOf(row)}`}
      checked={checked}
      reason={officeReason('taxable', row, bulk, person)}
      onToggle={() => void does.set(row, { taxable: !checked })}
    />
  )
}

interface CheckProps {
  label: string
  checked: boolean
  reason: string | null
  onToggle: () => void
}

function Check({ label, checked, reason, onToggle }: CheckProps) {
  return (
    <label className={classes.check} data-off={reason !== null || undefined} title={reason ?? undefined}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={reason !== null}
        onChange={onToggle}
      />
    </label>
  )
}

export const finalPriceText = ({ row }: Pick<RowProps, 'row'>): string =>
  showMoney(money(row.items.reduce((total, item) => total + cents(item.final_price), 0n)))

const STOCK = {
  'in stock': { tone: 'ok', label: 'In stock' },
  'low stock': { tone: 'warn', label: 'Low stock' },
  'out of stock': { tone: 'act', label: 'Out of stock' },
} as const

/** A255: an indicator instead of a number. */
export function StockIndicator({ row }: Pick<RowProps, 'row'>) {
  const stock = row.product && STOCK[row.product.stock_level_indicator]
  return stock ? <Chip tone={stock.tone}>{stock.label}</Chip> : null
}

const FLAGS: Record<Flag, { tone: 'info' | 'act'; label: string; Icon: typeof IconClockUp; why: string }> = {
  new: { tone: 'info', label: 'New', Icon: IconSparkles, why: 'Stored here, not sent yet' },
  modified: { tone: 'info', label: 'Modified', Icon: IconClockUp, why: 'Stored here, not sent yet' },
  to_delete: { tone: 'info', label: 'To delete', Icon: IconTrash, why: 'Stored here, not sent yet' },
  failed: {
    tone: 'act',
    label: 'Not saved',
    Icon: IconAlertTriangle,
    why: 'The server did not take this change',
  },
}

/** A200, A322: marks a change that has not reached the server. */
export function FlagChip({ flag }: { flag: Flag | null }) {
  if (!flag) return null
  const { tone, label, Icon, why } = FLAGS[flag]
  return (
    <span title={why}>
      <Chip tone={tone} icon={<Icon aria-hidden />}>
        {label}
      </Chip>
    </span>
  )
}

/** A245: yellow, with a word and a sign. */
export function LotMissing() {
  return (
    <Chip tone="warn" icon={<IconTag aria-hidden />}>
      Lot missing
    </Chip>
  )
}

interface ActionProps {
  label: string
  /** The button's text where there is room for words. */
  word: string
  Icon: typeof IconTrash
  reason?: string | null
  onClick: () => void
  /** Whether the button is in a card, with its word. Otherwise it is in a table, with only its icon. */
  words?: boolean | undefined
}

/** A row's button, with the same act in a card and in a table. A button that cannot be pressed says why on press. */
function Action({ label, word, Icon, reason = null, onClick, words = false }: ActionProps) {
  if (words)
    return (
      <Button
        size="floor"
        label={label}
        icon={<Icon size={24} aria-hidden />}
        reason={reason}
        onClick={onClick}
      >
        {word}
      </Button>
    )
  return (
    <button
      type="button"
      className={classes.icon}
      aria-label={label}
      title={reason ?? label}
      aria-disabled={reason !== null || undefined}
      onClick={() => (reason === null ? onClick() : snackbar(reason, 'bad'))}
    >
      <Icon size={20} aria-hidden />
    </button>
  )
}

type ButtonProps = RowProps & Pick<ActionProps, 'words'>

/** A203–A205: the buttons to substitute an item, and to see what a substitute replaces. */
export function SubstitutionButtons({ row, bulk, does, words }: ButtonProps) {
  return (
    <>
      <Action
        words={words}
        label={`Substitute ${nameOf(row)}`}
        word="Substitute"
        Icon={IconReplace}
        reason={fieldReason('substitution', row, bulk)}
        onClick={() => does.ask('substitute', row)}
      />
      {isSubstituted(row) && (
        <Action
          words={words}
          label={`Substitution Information, ${nameOf(row)}`}
          word="Substitution Information"
          Icon={IconInfoCircle}
          onClick={() => does.ask('information', row)}
        />
      )}
    </>
  )
}

export function WeightButton({ row, bulk, does, words }: ButtonProps) {
  if (subitemTypeOf(row) === '') return null
  return (
    <Action
      words={words}
      label={`Weight / Lot, ${nameOf(row)}`}
      word="Weight / Lot"
      Icon={IconScale}
      reason={fieldReason('weights', row, bulk)}
      onClick={() => does.ask('weights', row)}
    />
  )
}

/** A083: the name opens the product's details. */
export function NameButton({ row, does }: Pick<RowProps, 'row' | 'does'>) {
  if (!row.product) return nameOf(row)
  return (
    <button type="button" className={classes.nameButton} onClick={() => does.ask('detail', row)}>
      {nameOf(row)}
    </button>
  )
}

/** The history of the item: who did what, when, on which device. */
export const ItemHistoryButton = ({ row, does, words }: ButtonProps) => (
  <Action
    words={words}
    label={`History of ${nameOf(row)}`}
    word="History"
    Icon={IconHistory}
    onClick={() => does.ask('history', row)}
  />
)

export const productAddress = (row: Line): Address => to.product(firstOf(row).product)

/** A032: the link to the product's own page, for role_id below 12, whether or not the UPC is shown. */
export function EditLink({ row, person, words = false }: ButtonProps) {
  if (!can(person, 'catalogue.links')) return null
  const label = `Edit ${nameOf(row)}`
  const address = productAddress(row)
  return words ? (
    <FloorLink to={address} label={label} icon={<IconPencil size={24} aria-hidden />}>
      Edit product
    </FloorLink>
  ) : (
    <PlainLink to={address} className={classes.icon} aria-label={label} title={label}>
      <IconPencil size={20} aria-hidden />
    </PlainLink>
  )
}

export function DeleteButton({ row, bulk, person, does, words }: ButtonProps) {
  const reason = deleteReason(row, bulk, person)
  if (reason === 'hidden') return null
  return (
    <Action
      words={words}
      label={`Delete ${nameOf(row)}`}
      word="Delete"
      Icon={IconTrash}
      reason={reason}
      onClick={() => does.ask('delete', row)}
    />
  )
}
