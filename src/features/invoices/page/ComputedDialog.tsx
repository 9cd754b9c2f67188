import { computedLines } from '#contract/invoices/computed.ts'
import { FEE_LABELS, FEES, type Invoice } from '#contract/invoices/schema.ts'
import { cents } from '#contract/money.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { showMoney } from '#src/ui/format.ts'
import classes from '../invoice.module.css'

/** How each line of the invoice comes to its amount, in words and figures. */
export default function ComputedDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  return (
    <Modal size="wide" title={`How invoice ${invoice.order_id} was computed`} onClose={onClose}>
      <dl className={classes.computed}>
        {computedLines(invoice).map(({ key, name, how, amount }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd data-how>{how}</dd>
            <dd>{showMoney(amount)}</dd>
          </div>
        ))}
        {FEES.filter((fee) => cents(invoice[fee]) !== 0n).map((fee) => (
          <div key={fee}>
            <dt>{FEE_LABELS[fee]}</dt>
            <dd data-how />
            <dd>{showMoney(invoice[fee])}</dd>
          </div>
        ))}
        <div>
          <dt>Grand total</dt>
          <dd data-how>All of these and the fees</dd>
          <dd>{showMoney(invoice.grand_total)}</dd>
        </div>
      </dl>
    </Modal>
  )
}
