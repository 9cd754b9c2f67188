import { Select } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { errorText } from '#src/api/errors.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import type { Customer } from './customers.ts'
import type { Customers } from './use-ordering.ts'

interface CustomerPickerProps {
  customers: Customers
  customer: Customer | null
  onChoose: (customer: Customer) => void
}

const label = ({ name, company_location_data }: Customer) =>
  [name, ...company_location_data.slice(0, 1).map((location) => location.name)].join(' · ')

/** A065, C037: finds a customer by what is typed; it cannot be emptied. */
export function CustomerPicker({ customers, customer, onChoose }: CustomerPickerProps) {
  const { all: known, asking, failure, retry } = customers
  // Who was chosen before is there without a network too.
  const all = customer && !known.some(({ id }) => id === customer.id) ? [customer, ...known] : known
  return (
    <div>
      <Select
        label="Customer"
        placeholder="Type a name"
        size="md"
        searchable
        allowDeselect={false}
        nothingFoundMessage={
          known.length > 0
            ? 'No customer has this name.'
            : asking
              ? 'The customers are on their way.'
              : 'The customers are not on this device yet. They come with the server.'
        }
        data={all.map((one) => ({ value: String(one.id), label: label(one) }))}
        value={customer && String(customer.id)}
        // The next name is typed over the one before.
        onFocus={(event) => event.currentTarget.select()}
        onChange={(id) => {
          const chosen = all.find((one) => String(one.id) === id)
          if (chosen) onChoose(chosen)
        }}
      />
      {Boolean(failure) && (
        <ReadFailure
          busy={asking}
          onRetry={retry}
        >{`The customers did not come.\n${errorText(failure)}`}</ReadFailure>
      )}
    </div>
  )
}
