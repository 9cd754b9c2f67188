import { NativeSelect, Switch } from '@mantine/core'
import { Button } from '../Button.tsx'
import classes from './DataTable.module.css'

/** What a list can be narrowed by. The screen has the choice, and keeps it in the address. */
export type Filter = { id: string; label: string } & (
  | {
      /** `chips`: few, side by side, and always in sight. */
      look: 'chips' | 'select'
      options: readonly { value: string; label: string }[]
      value: string
      onValue: (value: string) => void
    }
  | { look: 'switch'; value: boolean; onValue: (value: boolean) => void }
)

export const Filters = ({ filters }: { filters: readonly Filter[] }) =>
  filters.map((filter) => <OneFilter key={filter.id} filter={filter} />)

function OneFilter({ filter }: { filter: Filter }) {
  const { label } = filter
  if (filter.look === 'switch')
    return (
      <Switch
        label={label}
        checked={filter.value}
        onChange={(event) => filter.onValue(event.currentTarget.checked)}
      />
    )
  const { options, value, onValue } = filter
  if (filter.look === 'select')
    return (
      <NativeSelect
        aria-label={label}
        size="sm"
        data={[...options]}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    )
  return (
    <div role="group" aria-label={label} className={classes.chips}>
      {options.map((option) => (
        <Button key={option.value} isPressed={option.value === value} onClick={() => onValue(option.value)}>
          {option.label}
        </Button>
      ))}
    </div>
  )
}
