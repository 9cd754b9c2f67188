import type { Client } from '#src/api/client.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import type { OffTheList } from './management.ts'
import classes from './management.module.css'
import { LISTS_CHANGED } from './queries.ts'

interface OffNoteProps {
  off: OffTheList
  /** The name of the product that was to be moved. */
  product: string
  /** The name of the list. */
  list: string
  /** It is on the list again, or the other product is. */
  onSettled: () => void
}

/** Says that a move stopped in the middle, until a person has put the product back or the other one in its place. */
export function OffNote({ off, product, list, onSettled }: OffNoteProps) {
  const { press, isBusy, problem } = usePress()
  const call = useCall({
    call: (client, act: (client: Client) => Promise<void>) => act(client),
    invalidates: LISTS_CHANGED,
  })

  const settle = (act: (client: Client) => Promise<void>) =>
    press(async () => {
      await call(act)
      onSettled()
    })

  return (
    <ErrorNote>
      <p>
        <b>
          {product} was to be moved on the list {list}. It {off.isCertain ? 'is' : 'may be'} off the list now.
        </b>{' '}
        {problem ?? off.message}
      </p>
      <div className={classes.offActs}>
        <Button isBusy={isBusy} onClick={() => void settle(off.putBack)}>
          Put back
        </Button>
        <Button isBusy={isBusy} onClick={() => void settle(off.moveOn)}>
          Move again
        </Button>
      </div>
    </ErrorNote>
  )
}
