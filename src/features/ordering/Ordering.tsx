import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keptQueries } from './kept-queries.ts'

/** Around every ordering screen: what was asked of the server lies in one place a person. */
export const Ordering = ({ person, children }: { person: number; children: ReactNode }) => (
  <QueryClientProvider client={keptQueries(person)}>{children}</QueryClientProvider>
)
