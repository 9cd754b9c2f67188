import { Button } from '#src/ui/Button.tsx'
import classes from './receipts.module.css'

interface OrderFilterProps {
  orders: readonly { id: number; place: string }[]
  chosen: readonly number[]
  onChoose: (orders: number[]) => void
}

/** The compared orders, where there are several: only items of the chosen ones are listed (C203). */
export function OrderFilter({ orders, chosen, onChoose }: OrderFilterProps) {
  if (orders.length < 2) return null
  return (
    <div className={classes.filter} role="group" aria-label="Orders">
      {orders.map(({ id, place }) => (
        <Button
          key={id}
          isPressed={chosen.includes(id)}
          onClick={() => onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
        >
          {id} · {place}
        </Button>
      ))}
    </div>
  )
}
