import type { SupplierInvoice } from '#contract/receipts/schema.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { showDay, showMoney } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { TextInput } from '@mantine/core'
import { supplierInvoiceKey } from './queries.ts'
import classes from './receipts.module.css'

interface SupplierInvoiceColumns {
  ticked: ReadonlySet<string>
  /** The typed names, by the key of the invoice. */
  names: ReadonlyMap<string, string>
  onTick: (key: string) => void
  onName: (key: string, name: string) => void
}

/** The supplier's invoices, each with a tick to convert it and the name that its receipt gets. */
export const supplierInvoiceColumns = ({
  ticked,
  names,
  onTick,
  onName,
}: SupplierInvoiceColumns): Column<SupplierInvoice>[] => [
  { id: 'number', label: 'Receipt number', value: ({ receiptNumber }) => receiptNumber },
  {
    id: 'select',
    label: 'Select',
    value: (one) => (ticked.has(supplierInvoiceKey(one)) ? 'yes' : ''),
    cell: (one) => (
      <label className={classes.tick}>
        <input
          type="checkbox"
          aria-label={`Select ${one.receiptNumber}`}
          disabled={one.converted}
          checked={ticked.has(supplierInvoiceKey(one)) && !one.converted}
          onChange={() => onTick(supplierInvoiceKey(one))}
        />
      </label>
    ),
  },
  {
    id: 'sales',
    label: 'Sales',
    align: 'right',
    value: ({ sales }) => Number(sales),
    text: ({ sales }) => showMoney(sales),
    exported: ({ sales }) => sales,
  },
  {
    id: 'date',
    label: 'Purchase date',
    value: ({ purchaseDate }) => purchaseDate,
    text: ({ purchaseDate }) => showDay(purchaseDate),
  },
  { id: 'branch', label: 'Branch', value: ({ branch }) => branch },
  {
    id: 'converted',
    label: 'Converted',
    value: ({ converted }) => (converted ? 'Converted' : 'Not converted'),
    cell: ({ converted }) => (
      <Chip tone={converted ? 'ok' : 'plain'}>{converted ? 'Converted' : 'Not converted'}</Chip>
    ),
  },
  {
    id: 'name',
    label: 'Custom name',
    value: (one) => names.get(supplierInvoiceKey(one)) ?? one.description,
    cell: (one) =>
      one.converted ? (
        one.description
      ) : (
        <TextInput
          className={classes.cell}
          aria-label={`Name of ${one.receiptNumber}`}
          placeholder={one.receiptNumber}
          maxLength={200}
          autoComplete="off"
          value={names.get(supplierInvoiceKey(one)) ?? ''}
          onChange={({ currentTarget }) => onName(supplierInvoiceKey(one), currentTarget.value)}
        />
      ),
  },
]
