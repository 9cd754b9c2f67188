import { FEE_LABELS, type FeeName, type Invoice } from '#contract/invoices/schema.ts'
import { showMoney } from '#src/ui/format.ts'
import { feeDraft, isAmount, typedTotals, typeFee, type InvoiceDraft } from '../draft.ts'
import classes from '../invoice.module.css'
import { PriceInput } from './PriceInput.tsx'

interface EditedSumsProps {
  invoice: Invoice
  draft: InvoiceDraft
  onDraft: (draft: InvoiceDraft) => void
}

/** Readings, "Money on the invoice": the specified total, the fuel surcharge, and what adds both. */
export function EditedSums({ invoice, draft, onDraft }: EditedSumsProps) {
  const totals = typedTotals(draft, invoice)
  const fee = (name: FeeName) => {
    const value = feeDraft(draft, invoice, name)
    const back = () => onDraft(typeFee(draft, invoice, name, invoice[name]))
    return (
      <div>
        <dt>{FEE_LABELS[name]}</dt>
        <dd>
          <PriceInput
            label={FEE_LABELS[name]}
            value={value}
            isWrong={!isAmount(value)}
            onType={(text) => onDraft(typeFee(draft, invoice, name, text))}
            onReset={value === invoice[name] ? undefined : back}
          />
        </dd>
      </div>
    )
  }
  return (
    <dl className={classes.sums} data-editing>
      <div>
        <dt>Subtotal</dt>
        <dd>{showMoney(totals.subtotal)}</dd>
      </div>
      {fee('credit_card_fee')}
      {fee('refrigerated_delivery_fee')}
      {fee('late_fee')}
      <div>
        <dt>Tax</dt>
        <dd>{showMoney(totals.tax_total)}</dd>
      </div>
      <div data-grand>
        <dt>Total with overrides</dt>
        <dd>{showMoney(totals.with_overrides)}</dd>
      </div>
      {fee('fuel_surcharge')}
      <div data-grand>
        <dt>Grand total</dt>
        <dd>{showMoney(totals.grand_total)}</dd>
      </div>
    </dl>
  )
}
