import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Note } from './Note.tsx'

/** Says on an open screen that the server is away, and what becomes of what is shown or was typed. */
export const OfflineNote = ({ children }: { children: ReactNode }) => (
  <Note tone="info" icon={<IconCloudOff size={20} aria-hidden />} role="status">
    {children}
  </Note>
)

/** Says the same on a screen that keeps unsaved changes. */
export const ChangesKeptNote = () => (
  <OfflineNote>The server is not in reach. What you changed is kept while this screen is open.</OfflineNote>
)
