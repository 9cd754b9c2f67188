import { keepDraft, readDraft } from '#src/kit/form/draft.ts'
import { useEffect, useState } from 'react'
import type { Refusal } from '../cart/index.ts'
import type { Delivery } from '../placing/index.ts'

/** What a tab keeps of a delivery, in its kinds of values. */
const KINDS: Delivery = { location: 0, day: '', note: '' }

interface DeliveryOptions {
  /** Names the cart or staged order, and the person. */
  name: string
  /** The delivery as long as the person has chosen nothing else. */
  usual: Delivery
  /** The last refusal of the cart's products, whose delivery is offered again; undefined where there is none. */
  refused: Refusal | undefined
  /** The ids of the locations that the order can go to. */
  locations: readonly number[]
  today: string
  /** Nothing is ordered: the earlier choices belonged to other products, and are not kept. */
  isEmpty: boolean
}

/**
 * The delivery of a cart or a staged order. The tab keeps the person's choices and text until the order is placed: they
 * may go back to the list, for another product (docs/decisions/0085).
 */
export function useDelivery({ name, usual, refused, locations, today, isEmpty }: DeliveryOptions) {
  /** The location may have been closed since, and the day may be over. */
  const stillFitting = ({ location, day, ...rest }: Partial<Delivery>): Partial<Delivery> => ({
    ...rest,
    ...(location !== undefined && locations.includes(location) && { location }),
    ...(day !== undefined && day >= today && { day }),
  })
  const [chosen, setChosen] = useState<Partial<Delivery>>(() =>
    // The kinds of the values have been compared with `KINDS`.
    stillFitting(readDraft(name, KINDS)),
  )
  // Only when the last product is taken out: the lines are empty too while they load.
  const [wasEmpty, setWasEmpty] = useState(isEmpty)
  // A refusal that arrives later changes nothing under a person who is about to confirm.
  const [offered, setOffered] = useState(refused?.id)
  if (wasEmpty !== isEmpty) {
    setWasEmpty(isEmpty)
    if (isEmpty) setChosen({})
    else setOffered(refused?.id)
  }
  const again = refused?.id === offered ? refused?.delivery : undefined
  useEffect(() => keepDraft(name, isEmpty ? {} : chosen), [name, chosen, isEmpty])
  return {
    delivery: { ...usual, ...(again && stillFitting(again)), ...chosen },
    deliver: (change: Partial<Delivery>) => setChosen((before) => ({ ...before, ...change })),
    /** Forgets what is kept, after the order is placed. */
    forget: () => keepDraft(name, {}),
  }
}
