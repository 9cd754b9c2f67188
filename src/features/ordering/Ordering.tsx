import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queriesOf } from '#src/kit/query-client.ts'

/** Around every ordering screen: what was asked of the server lies in one place a person. */
export const Ordering = ({ person, children }: { person: number; children: ReactNode }) => (
  <QueryClientProvider client={queriesOf(person)}>{children}</QueryClientProvider>
)
