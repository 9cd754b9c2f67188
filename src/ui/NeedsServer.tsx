import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'

/** A screen of the office that was opened without the server and has nothing to show yet. */
export const NeedsServer = ({ children }: { children?: ReactNode }) => (
  <EmptyState icon={<IconCloudOff size={40} />} title="This screen needs the server, which is not in reach">
    {children ?? 'It loads by itself when the server is back.'}
  </EmptyState>
)
