import { Select } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { errorText } from '#src/api/errors.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { holdsWords, wordsOf } from '#contract/words.ts'
import { useMemo } from 'react'
import type { OrderingCustomer } from './customers.ts'
import type { Customers } from './use-ordering.ts'

interface CustomerPickerProps {
  customers: Customers
  customer: OrderingCustomer | null
  onChoose: (customer: OrderingCustomer) => void
}

/** A customer is found by name, and by the name, address and telephone number of each location. */
const textOf = ({ name, company_location_data }: OrderingCustomer) =>
  [
    name,
    ...company_location_data.map(({ name, physical_address, phone_number = '' }) =>
      [name, physical_address.complete_address, phone_number, phone_number.replaceAll(/\D/g, '')].join(' '),
    ),
  ].join(' ')

const label = ({ name, company_location_data }: OrderingCustomer) =>
  [name, ...company_location_data.slice(0, 1).map((location) => location.name)].join(' · ')

/** A065, C037: finds a customer by what is typed; it cannot be emptied. */
export function CustomerPicker({ customers, customer, onChoose }: CustomerPickerProps) {
  const { all: known, asking, failure, retry } = customers
  // The customer who was chosen before is there without a network too.
  const all = useMemo(
    () => (customer && !known.some(({ id }) => id === customer.id) ? [customer, ...known] : known),
    [known, customer],
  )
  const texts = useMemo(() => new Map(all.map((one) => [String(one.id), textOf(one)])), [all])
  return (
    <div>
      <Select
        label="Customer"
        placeholder="Name, address or phone"
        size="md"
        searchable
        allowDeselect={false}
        nothingFoundMessage={
          known.length > 0
            ? 'No customer has this name, address or phone number.'
            : asking
              ? 'The customers are on their way.'
              : 'The customers are not on this device yet. They come with the server.'
        }
        filter={({ options, search }) => {
          const words = wordsOf(search)
          return options.filter(
            (option) => 'value' in option && holdsWords(texts.get(option.value) ?? '', words),
          )
        }}
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
