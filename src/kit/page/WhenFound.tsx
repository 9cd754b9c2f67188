import { isNotFound } from '#src/api/errors.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import type { ReactNode } from 'react'
import { useServerQuery } from '../use-server-query.ts'
import { WhenRead } from './WhenRead.tsx'

interface WhenFoundProps<T> {
  /** The id as it is in the address. */
  id: string
  query: (id: number) => ServerQuery<T>
  /** Shown where there is no such thing, or not for this person. */
  missing: ReactNode
  /** Shown while the answer is on its way. */
  waiting?: ReactNode
  children: (value: T) => ReactNode
}

/** Reads the thing that an address names by its number from the server. */
export function WhenFound<T>({ id, ...props }: WhenFoundProps<T>) {
  // An id is one of digits only (readings, "Orders, quantities, weights").
  return /^\d{1,9}$/.test(id) ? <Asked {...props} id={Number(id)} /> : props.missing
}

function Asked<T>({ id, query, missing, ...props }: Omit<WhenFoundProps<T>, 'id'> & { id: number }) {
  const reading = useServerQuery(query(id))
  return <WhenRead {...props} reading={reading} missing={isNotFound(reading.failure) && missing} />
}
