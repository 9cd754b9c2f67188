import type { Invoice, InvoiceItem, InvoiceSurcharge } from '#contract/invoices/schema.ts'
import { chargedSurcharge, chargedTotal, couponOf } from '#contract/invoices/totals.ts'
import { cents } from '#contract/money.ts'
import { showWeight } from '#contract/picking/weight-rows.ts'
import { showMoney } from '#src/ui/format.ts'
import {
  isPrice,
  itemDraft,
  resetTotal,
  surchargeDraft,
  typedCredits,
  typedItems,
  typeItem,
  typeSurcharge,
  typeSurchargeTotal,
  typeTotal,
  type InvoiceDraft,
} from '../draft.ts'
import classes from '../invoice.module.css'
import { PriceInput } from './PriceInput.tsx'

interface EditedLinesProps {
  invoice: Invoice
  draft: InvoiceDraft
  onDraft: (draft: InvoiceDraft) => void
}

/** The items and their surcharges with a price to type for each (B120, B168–B170). */
export function EditedLines({ invoice, draft, onDraft }: EditedLinesProps) {
  const rows = typedItems(draft, invoice).flatMap((typed, n) => {
    // The item of the invoice as saved. `typed` has the total with the typed prices.
    const item = invoice.items[n]!
    return [
      <ItemRow key={item.id} item={item} total={chargedTotal(typed)} draft={draft} onDraft={onDraft} />,
      ...(cents(couponOf(typed)) > 0n
        ? [<FixedRow key={`${item.id} coupon`} name="Coupon" amount={`-${couponOf(typed)}`} />]
        : []),
      ...item.surcharges.map((surcharge, at) => (
        <SurchargeRow
          key={`${item.id} ${surcharge.id}`}
          surcharge={surcharge}
          typed={typed.surcharges[at]!}
          of={item.name}
          draft={draft}
          onDraft={onDraft}
        />
      )),
    ]
  })
  return (
    <div className={classes.scroll}>
      <table className={classes.lines} data-editing>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" data-number>
              Charged for
            </th>
            <th scope="col">Unit Price</th>
            <th scope="col">Case Price</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {rows}
          {typedCredits(draft, invoice).map(({ id, reason, total }) => (
            <FixedRow key={`credit ${id}`} name={`Credit: ${reason}`} amount={total} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether the text is not a price. An empty price means the original one (B124). */
const isWrongPrice = (text: string) => text !== '' && !isPrice(text)

interface RowProps {
  draft: InvoiceDraft
  onDraft: (draft: InvoiceDraft) => void
}

function ItemRow({ item, total, draft, onDraft }: RowProps & { item: InvoiceItem; total: string }) {
  const row = itemDraft(draft, item)
  const hasBoth = item.unit_quantity > 0 && item.case_quantity > 0
  const whole = resetTotal(draft, item)
  const { name, unit_price, case_price, unit_quantity, case_quantity } = item
  // A unit that the product is not sold in has no price on the invoice. If it has one all the same, the
  // office can take it back.
  const isSold = (quantity: number, price: string, now: string) =>
    quantity > 0 || now !== price || cents(price) !== 0n
  const type = (typed: Parameters<typeof typeItem>[2]) => onDraft(typeItem(draft, item, typed))
  const counts = [
    item.unit_quantity > 0 && `${item.unit_quantity} U`,
    item.case_quantity > 0 && `${item.case_quantity} C`,
    item.weighable && item.catch_weight_lbs && `${showWeight(item.catch_weight_lbs)} lbs`,
  ].filter((one) => one !== false && one !== null && one !== '')
  return (
    <tr data-modified={item.id in draft.items || undefined}>
      <td data-name>
        {name}
        <small>{item.item_code}</small>
      </td>
      <td data-number data-label="Charged for">
        {counts.join(' · ')}
      </td>
      <td data-label={item.weighable ? 'Unit Price / lb' : 'Unit Price'}>
        {isSold(unit_quantity, unit_price, row.unit) && (
          <PriceInput
            label={`Unit price of ${name}`}
            value={row.unit}
            isWrong={isWrongPrice(row.unit)}
            onType={(unit) => type({ unit })}
            onReset={row.unit === unit_price ? undefined : () => type({ unit: unit_price })}
          />
        )}
      </td>
      <td data-label={item.weighable ? 'Case Price / lb' : 'Case Price'}>
        {isSold(case_quantity, case_price, row.byCase) && (
          <PriceInput
            label={`Case price of ${name}`}
            value={row.byCase}
            isWrong={isWrongPrice(row.byCase)}
            onType={(byCase) => type({ byCase })}
            onReset={row.byCase === case_price ? undefined : () => type({ byCase: case_price })}
          />
        )}
      </td>
      <td data-label="Total">
        <PriceInput
          label={`Total of ${name}`}
          value={draft.totals[item.id] ?? total}
          isWrong={item.id in draft.totals}
          disabled={hasBoth}
          onType={(total) => onDraft(typeTotal(draft, item, total))}
          onReset={!hasBoth && whole ? () => onDraft(whole) : undefined}
        />
      </td>
    </tr>
  )
}

/** A row that cannot be edited and follows the totals: the coupon of the item above, or a credit as far as it fits. */
function FixedRow({ name, amount }: { name: string; amount: string }) {
  return (
    <tr data-below>
      <td data-name colSpan={4}>
        {name}
      </td>
      <td data-number data-label="Total">
        {showMoney(amount)}
      </td>
    </tr>
  )
}

function SurchargeRow({
  surcharge,
  typed,
  of,
  draft,
  onDraft,
}: RowProps & {
  surcharge: InvoiceSurcharge
  /** The surcharge with the typed values. */
  typed: InvoiceSurcharge
  of: string
}) {
  const label = `${surcharge.name} of ${of}`
  const original = surcharge.unit_price
  const text = draft.surcharges[surcharge.id] ?? surcharge.invoice_override_price ?? original
  const back = text === original ? undefined : () => onDraft(typeSurcharge(draft, surcharge, original))
  return (
    <tr data-below data-modified={surcharge.id in draft.surcharges || undefined}>
      <td data-name>{surcharge.name}</td>
      <td data-number data-label="Charged for">
        {surcharge.quantity}
      </td>
      <td data-label="Price" colSpan={2}>
        <PriceInput
          label={`Price of ${label}`}
          value={surchargeDraft(draft, typed)}
          isWrong={isWrongPrice(surchargeDraft(draft, typed))}
          onType={(text) => onDraft(typeSurcharge(draft, surcharge, text))}
          onReset={back}
        />
      </td>
      <td data-label="Total">
        <PriceInput
          label={`Total of ${label}`}
          value={draft.totals[surcharge.id] ?? chargedSurcharge(typed)}
          isWrong={surcharge.id in draft.totals}
          onType={(total) => onDraft(typeSurchargeTotal(draft, surcharge, total))}
          onReset={back}
        />
      </td>
    </tr>
  )
}
